/** Why a peer's frames end the connection; `closeCode` and `reason` are what the close frame says (B3.2: 1002 protocol, 1003 binary, 1007 UTF-8, 1008 policy, 1009 bounds). */
export const frameViolations = {
  'reserved-bits': { closeCode: 1002, reason: 'reserved bits must be 0' },
  'reserved-opcode': { closeCode: 1002, reason: 'unknown opcode' },
  'unmasked-frame': { closeCode: 1002, reason: 'client frames must be masked' },
  'control-fragmented': { closeCode: 1002, reason: 'control frames must not be fragmented' },
  'control-too-long': { closeCode: 1002, reason: 'control frames carry at most 125 bytes' },
  'unexpected-continuation': { closeCode: 1002, reason: 'continuation without a message' },
  'unfinished-message': { closeCode: 1002, reason: 'new message inside a fragmented one' },
  'non-minimal-length': { closeCode: 1002, reason: 'length not in its shortest form' },
  'length-top-bit': { closeCode: 1002, reason: 'top bit of a 64-bit length must be 0' },
  'close-payload-truncated': { closeCode: 1002, reason: 'close payload of one byte' },
  'close-code-invalid': { closeCode: 1002, reason: 'close code must not be sent' },
  'close-reason-not-utf8': { closeCode: 1007, reason: 'close reason is not UTF-8' },
  'binary-message': { closeCode: 1003, reason: 'text messages only' },
  'text-not-utf8': { closeCode: 1007, reason: 'text is not UTF-8' },
  'frame-too-large': { closeCode: 1009, reason: 'frame too large' },
  'message-too-large': { closeCode: 1009, reason: 'message too large' },
  'too-many-fragments': { closeCode: 1009, reason: 'too many fragments' },
  'control-rate': { closeCode: 1008, reason: 'too many control frames' },
  'data-rate': { closeCode: 1008, reason: 'too many data frames' },
} as const satisfies Record<string, { readonly closeCode: number; readonly reason: string }>;

export type FrameViolationCode = keyof typeof frameViolations;

export interface FrameViolation {
  readonly code: FrameViolationCode;
  readonly closeCode: number;
  readonly reason: string;
}

export function frameViolation(code: FrameViolationCode): FrameViolation {
  return { code, ...frameViolations[code] };
}
