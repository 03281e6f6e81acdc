import { WireError } from './wire-error.ts';

/**
 * Defaults overlaid with what the caller gave, each a safe integer of at least 1.
 *
 * @throws WireError `invalid-bounds`
 */
export function resolveBounds<T extends object>(defaults: T, given: Partial<T> | undefined): T {
  const bounds = { ...defaults, ...given };
  for (const [name, value] of Object.entries(bounds)) {
    if (typeof value === 'object' && value !== null) resolveBounds(value, undefined);
    else if (!Number.isSafeInteger(value) || (value as number) < 1) {
      throw new WireError('invalid-bounds', `bounds.${name} is no safe integer greater than 0`);
    }
  }
  return bounds;
}
