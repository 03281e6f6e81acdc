/** Why there is no slot: the caller has all of its own, or the process has none left. */
export type SlotRefusal = 'caller' | 'total';

export interface Slots {
  /** Takes a slot; the function that comes back gives it up, once however often it is called. */
  take(caller: string): (() => void) | SlotRefusal;
  readonly taken: number;
}

/** Counts what a caller and the process may hold open at one time. Memory is that of the callers who hold something now. */
export function createSlots(bounds: { readonly total: number; readonly perCaller: number }): Slots {
  const callers = new Map<string, number>();
  let taken = 0;

  function giveUp(caller: string): void {
    taken -= 1;
    const held = callers.get(caller) ?? 1;
    if (held === 1) callers.delete(caller);
    else callers.set(caller, held - 1);
  }

  return {
    take(caller) {
      const held = callers.get(caller) ?? 0;
      if (held >= bounds.perCaller) return 'caller';
      if (taken >= bounds.total) return 'total';
      taken += 1;
      callers.set(caller, held + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        giveUp(caller);
      };
    },
    get taken() {
      return taken;
    },
  };
}
