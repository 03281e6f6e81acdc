const CHANNELS = 64;

/** The channel that wakes whoever follows `name`: one of 64, by FNV-1a, so that a listener is woken for few others and their number is bounded. */
export function wakeChannel(name: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return `tidemark_${(hash >>> 0) % CHANNELS}`;
}
