import type { Representation, Socket } from '@tidemark/model';
import { accessText, bullets, errorRows, limitText, paragraphs, terminalLines, versionText } from '@tidemark/schema';

/** A channel's prose: all that neither AsyncAPI nor its ws binding has a field for, in words. */
export function channelText(socket: Socket, representation: Representation): string {
  return paragraphs(
    socket.description,
    handshakeText(socket),
    accessText(socket.access),
    framesText(socket, representation),
    versionText(socket.version),
    openingText(socket),
    exchangesText(socket, representation),
    bullets('These messages end the conversation:', terminalLines(socket.server.messages)),
    bullets('Close codes:', socket.closeCodes.map(closeCodeLine)),
    refusals(socket, representation),
  );
}

function handshakeText(socket: Socket): string {
  return [
    `RFC 6455 over HTTP/1.1, with the subprotocol \`${socket.subprotocol}\`, which the client must offer.`,
    'HTTP/2 extended CONNECT (RFC 8441) is unavailable: `SETTINGS_ENABLE_CONNECT_PROTOCOL` is never sent.',
    'Extensions, compression included, are declined.',
  ].join(' ');
}

function framesText({ tag, limits }: Socket, representation: Representation): string {
  return `Each message is one text message of JSON, at most ${limitText(representation, limits.messageBytes)}, told apart by \`${tag}\`. A message has no headers of its own.`;
}

function openingText({ opening }: Socket): string | undefined {
  if (opening === undefined) return undefined;
  const { challenge, answer, accepted } = opening;
  return `The server speaks first, with \`${challenge}\`. It accepts nothing but \`${answer}\` until it has sent \`${accepted}\`.`;
}

function exchangesText({ exchanges, limits }: Socket, representation: Representation): string | undefined {
  const lines = exchanges.map(({ request, replies, correlation }) => {
    const answers = replies.map((reply) => `\`${reply}\``).join(' or ');
    return `\`${request}\` is answered by ${answers} with the same \`${correlation}\``;
  });
  return bullets(`Requests, each with one reply within ${limitText(representation, limits.replyMs)}:`, lines);
}

function closeCodeLine({ code, name, description, reconnect }: Socket['closeCodes'][number]): string {
  return `${code} \`${name}\`: ${description} ${reconnect ? 'Reconnect.' : 'Do not reconnect.'}`;
}

function refusals(socket: Socket, representation: Representation): string | undefined {
  const lines = errorRows(representation, socket.errors).map(({ status, code, description }) => `${status} \`${code}\`: ${description}`);
  return bullets('Before the upgrade, a refusal is an HTTP answer with a body of `error` and `message`:', lines);
}
