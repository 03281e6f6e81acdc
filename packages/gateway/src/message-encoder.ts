import { DecodeError } from '@tidemark/codec';
import type { MessageDescriptor } from './descriptor.ts';
import { GatewayError, type GatewayErrorCode } from './gateway-error.ts';

/** A message as text that its own decoder has accepted. */
export interface EncodedMessage {
  readonly tag: string;
  readonly json: string;
  readonly terminal: 'reconnect' | 'final' | undefined;
}

export interface MessageEncoderOptions {
  /** Property that discriminates messages. */
  readonly tag: string;
  readonly messages: readonly MessageDescriptor[];
  readonly maxBytes: number;
  readonly errorCode: GatewayErrorCode;
  /** Stream or socket, for errors. */
  readonly subject: string;
}

/**
 * Encodes a message and proves the text with the contract's decoder, so that nothing leaves that a strict client would refuse.
 * Throws `GatewayError` otherwise. The message is frozen, deeply: its bytes are kept and sent again, so it may not change any more.
 */
export function createMessageEncoder(options: MessageEncoderOptions): (message: object) => EncodedMessage {
  const byTag = new Map(options.messages.map((message) => [message.tag, message]));
  return (message) => {
    const tag = (message as Readonly<Record<string, unknown>>)[options.tag];
    const descriptor = typeof tag === 'string' ? byTag.get(tag) : undefined;
    if (descriptor === undefined) throw new GatewayError(options.errorCode, `${options.subject} has no message of that ${options.tag}`);
    const json = JSON.stringify(message);
    prove(
      () => descriptor.decode(json, { maxBytes: options.maxBytes }),
      options.errorCode,
      `${options.subject}, message ${descriptor.tag}`,
    );
    freeze(message);
    return { tag: descriptor.tag, json, terminal: descriptor.terminal };
  };
}

/** Runs a decoder over what the program produced; a refusal is the program's error, with code and path and without the value. */
export function prove(decode: () => unknown, code: GatewayErrorCode, subject: string): void {
  try {
    decode();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new GatewayError(code, `${subject}: ${error.code} at ${JSON.stringify(error.path)}`, { cause: error });
  }
}

/** The value has passed a decoder with a depth bound, so the recursion is bounded too. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}
