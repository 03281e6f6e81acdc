/** What a code means and what to do about it. Texts are constants: no value of a request or an answer ever enters them. */
export interface TransportErrorRow {
  readonly meaning: string;
  readonly fix: string;
}

/**
 * Every code that leaves this package, with its meaning and the way out. README.md prints the same table; a test compares the two.
 * It is data for people and tools: nothing at run time imports it, so that no browser bundle carries its texts (F13).
 */
export const transportErrors = {
  'invalid-options': { meaning: 'An option has no usable value.', fix: 'Correct the named option.' },
  'invalid-argument': { meaning: 'The request does not fit the wire.', fix: 'Pass the named value as typed.' },
  'message-too-large': { meaning: 'It was not sent: it is over a bound of the contract.', fix: 'Send less at once.' },
  'credential-failed': { meaning: 'It was not sent: credential() threw.', fix: 'See cause.' },
  'invalid-credential': { meaning: 'It was not sent: no header can carry the credential.', fix: 'Return visible ASCII without spaces.' },
  'prepare-failed': {
    meaning: 'A callback threw (prepare, socketFactory, onChallenge, onOpen), or no WebSocket could be made.',
    fix: 'See cause.',
  },
  network: { meaning: 'No complete answer came; the server may have acted.', fix: 'Check address and network; see cause.' },
  timeout: { meaning: 'No answer came in time; the server may have acted.', fix: 'Try later, or allow more time.' },
  aborted: { meaning: 'The caller aborted.', fix: 'None is needed; the cause is the reason of the signal.' },
  'unexpected-status': {
    meaning: 'The contract does not describe this answer.',
    fix: 'Check baseUrl, and proxies that answer themselves.',
  },
  'unexpected-media-type': { meaning: 'The answer is of another media type.', fix: 'Check baseUrl, and proxies that answer themselves.' },
  'response-too-large': { meaning: 'The answer is over the bound.', fix: 'Raise maxResponseBytes if that is expected.' },
  'decode-failed': {
    meaning: 'What came is not what the contract describes.',
    fix: 'See cause; compare versions with checkDescriptions().',
  },
  'invalid-event': { meaning: 'The stream does not list this event.', fix: 'Compare versions with checkDescriptions().' },
  'event-too-large': { meaning: 'An event is over a bound of the contract.', fix: 'Compare versions with checkDescriptions().' },
  interrupted: { meaning: 'The connection ended before its last message.', fix: 'None is needed; the client reconnects.' },
  idle: { meaning: 'Not even a heartbeat came.', fix: 'None is needed, unless a proxy holds heartbeats back.' },
  'no-web-socket': { meaning: 'There is no WebSocket here.', fix: 'Pass the option WebSocket, for example from ws.' },
  'subprotocol-refused': { meaning: 'The server chose another subprotocol.', fix: 'Check baseUrl and the contract version.' },
  'not-open': { meaning: 'The socket is not open.', fix: 'Send after opened resolves, or in onOpen.' },
  'send-buffer-full': { meaning: 'It was not sent: too many bytes wait.', fix: 'Wait until bufferedBytes falls.' },
  'queue-overflow': {
    meaning: 'Messages are lost: they came faster than they were taken.',
    fix: 'Iterate without long pauses, or raise the bounds.',
  },
  'unexpected-message': { meaning: 'A message came out of turn.', fix: 'Compare versions with checkDescriptions().' },
  'socket-closed': { meaning: 'The socket closed.', fix: 'See close.' },
  'duplicate-correlation': { meaning: 'A request of this value waits for its reply.', fix: 'Use a fresh value.' },
} as const satisfies Readonly<Record<string, TransportErrorRow>>;

export type TransportErrorCode = keyof typeof transportErrors;
