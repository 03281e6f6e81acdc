import { type DecodeErrorCode, base64UrlToBytes, exceedsCodePoints, exceedsUtf8, isBase64Url } from '@tidemark/codec';
import type { NumericNode, ParameterListNode, ScalarNode, TextNode } from './parameter-node.ts';

/** What a decoder would say of a text that is not the node's (C3.3). It is not asked about others: what remains is the answer. */
export function scalarFault(node: ScalarNode, text: string): DecodeErrorCode {
  if (node.kind === 'string') return textFault(node, text);
  if (node.kind === 'number') return numberFault(node, text);
  return node.kind === 'literal' ? 'unknown-value' : 'wrong-type';
}

/** What a decoder would say of a list that is not the node's; `accepts` tells whether one of its items is. */
export function listFault(node: ParameterListNode, texts: readonly string[], accepts: (text: string) => boolean): DecodeErrorCode {
  if (texts.length > (node.maxItems ?? Infinity)) return 'too-many-items';
  if (texts.length < (node.minItems ?? 0)) return 'too-few-items';
  const bad = texts.find((text) => !accepts(text));
  return bad === undefined ? 'not-unique' : scalarFault(node.items, bad);
}

/** A number that JSON can spell is beyond a bound; every other text is no number, `-0` and the fraction of an integer included. */
function numberFault({ integer }: NumericNode, text: string): DecodeErrorCode {
  const spelled = integer ? /^-?(?:0|[1-9][0-9]*)$/ : /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
  return spelled.test(text) && !Object.is(Number(text), -0) ? 'out-of-range' : 'wrong-type';
}

function textFault({ scalar, decodedBytes, minLength = 0, maxLength, maxBytes, pattern }: TextNode, text: string): DecodeErrorCode {
  if (!text.isWellFormed()) return 'lone-surrogate';
  if (scalar === 'Uint64' || scalar === 'Int64') {
    const spelled = scalar === 'Uint64' ? /^(?:0|[1-9][0-9]*)$/ : /^(?:0|-?[1-9][0-9]*)$/;
    return spelled.test(text) ? 'out-of-range' : 'malformed-identity';
  }
  if (scalar === 'Base64Url') {
    const bytes = isBase64Url(text) ? base64UrlToBytes(text).length : Math.floor((text.length * 3) / 4);
    return bytes > (decodedBytes?.max ?? Infinity) ? 'too-many-bytes' : 'malformed-identity';
  }
  if (scalar === 'Sha256' || scalar === 'Timestamp') return 'malformed-identity';
  // Where bytes are the tighter bound, they are the one to report, as in decoders.
  if (maxLength !== undefined && maxLength < (maxBytes ?? Infinity) && exceedsCodePoints(text, maxLength)) return 'too-long';
  if (Array.from(text).length < minLength) return 'too-short';
  if (maxBytes !== undefined && exceedsUtf8(text, maxBytes)) return 'too-many-bytes';
  return pattern === undefined ? 'wrong-type' : 'malformed-string';
}
