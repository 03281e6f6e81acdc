/** Why a stream or socket ends, as the contract says it. */
export function streamEnded(reason: string): {
  readonly type: 'stream-ended';
  readonly v: 1;
  readonly reason: 'draining' | 'slow-consumer' | 'revoked';
} {
  return { type: 'stream-ended', v: 1, reason: reason === 'slow-consumer' || reason === 'revoked' ? reason : 'draining' };
}
