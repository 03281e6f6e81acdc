/** What a code means and what to do about it. Texts are constants: no value of a request or an answer ever enters them. */
export interface TransportErrorRow {
  readonly meaning: string;
  readonly fix: string;
}

/** Every code that leaves this package, with its meaning and the way out. README.md prints the same table; a test compares the two. */
export const transportErrors = {
  'invalid-options': {
    meaning: 'The client cannot be created with these options.',
    fix: 'Correct the option that the message names.',
  },
  'invalid-argument': {
    meaning: 'The request cannot be written to the wire as given.',
    fix: 'Pass the named value as the contract types it.',
  },
  'message-too-large': {
    meaning: 'A body or message is larger than the contract allows, so it was not sent.',
    fix: 'Send less at once; the bound is a published limit of the contract.',
  },
  'credential-failed': {
    meaning: 'The credential option threw, so nothing was sent.',
    fix: 'See cause.',
  },
  'invalid-credential': {
    meaning: 'The credential is no text that a header can carry, so nothing was sent.',
    fix: 'Return visible ASCII without spaces from credential(), or undefined to send none.',
  },
  'prepare-failed': {
    meaning: 'A callback threw (prepare, onChallenge or onOpen), so the attempt was given up.',
    fix: 'See cause.',
  },
  network: {
    meaning: 'No complete answer arrived: the connection failed or was cut.',
    fix: 'Check the address and the network; whether the server acted is unknown.',
  },
  timeout: {
    meaning: 'No answer arrived within the time allowed.',
    fix: 'Try again later or raise the time-out; whether the server acted is unknown.',
  },
  aborted: {
    meaning: 'The caller aborted.',
    fix: 'Nothing to fix; the reason of the signal is the cause.',
  },
  'unexpected-status': {
    meaning: 'The answer has a status that the contract does not describe, or an error body that it does not register.',
    fix: 'Check baseUrl and anything between client and server that answers for it.',
  },
  'unexpected-media-type': {
    meaning: 'The answer is not of the media type that the contract states.',
    fix: 'Check baseUrl and anything between client and server that answers for it.',
  },
  'response-too-large': {
    meaning: 'The answer is larger than the bound, so it was not read to its end.',
    fix: 'Raise maxResponseBytes if answers of this size are expected.',
  },
  'decode-failed': {
    meaning: 'An answer, event or message is not what the contract describes.',
    fix: 'Compare the descriptions of client and server with checkDescriptions(); the cause names the place.',
  },
  'invalid-event': {
    meaning: 'The stream sent an event that the contract does not list, or without the id that it must carry.',
    fix: 'Compare the descriptions of client and server with checkDescriptions().',
  },
  'event-too-large': {
    meaning: 'A line or event of the stream is over the contract’s bound.',
    fix: 'Compare the eventBytes limit of client and server.',
  },
  interrupted: {
    meaning: 'The connection ended without a final message.',
    fix: 'Nothing to fix; seen only as the reason of a wait before the next attempt.',
  },
  idle: {
    meaning: 'Not even a heartbeat arrived for longer than the contract allows.',
    fix: 'Let proxies pass heartbeats at once; seen only as the reason of a wait before the next attempt.',
  },
  'no-web-socket': {
    meaning: 'There is no WebSocket implementation here.',
    fix: 'Pass one as the option WebSocket, for example that of the package ws.',
  },
  'subprotocol-refused': {
    meaning: 'The server did not select the contract’s subprotocol.',
    fix: 'Check baseUrl, and the contract version of client and server.',
  },
  'not-open': {
    meaning: 'The socket is not open, or its opening exchange is not over.',
    fix: 'Send after `opened` resolves, or from onOpen.',
  },
  'send-buffer-full': {
    meaning: 'More bytes wait to be sent than maxBufferedBytes allows, so this message was not sent.',
    fix: 'Send slower, or wait until bufferedBytes falls.',
  },
  'queue-overflow': {
    meaning: 'Messages arrived faster than they were taken, so the socket was closed and messages are lost.',
    fix: 'Iterate the socket without long pauses, or raise maxQueuedMessages and maxQueuedBytes.',
  },
  'unexpected-message': {
    meaning: 'The socket sent a message out of order, or binary data.',
    fix: 'Compare the descriptions of client and server with checkDescriptions().',
  },
  'socket-closed': {
    meaning: 'The socket closed.',
    fix: 'See `close` for the code, its name in the contract and whether a new connection may succeed.',
  },
  'duplicate-correlation': {
    meaning: 'A request with this correlation value already waits for its reply.',
    fix: 'Use a fresh value for each request.',
  },
} as const satisfies Readonly<Record<string, TransportErrorRow>>;

export type TransportErrorCode = keyof typeof transportErrors;
