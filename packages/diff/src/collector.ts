import { type Change, type ChangeClass, type Direction, type Level, levels, type Where } from './change.ts';
import type { Located } from './json.ts';
import { type DiffRule, type Effect, type Effects, type RuleId, rules } from './rules.ts';

/** Where a comparison stands: which binding, and who sends what is compared. */
export interface Scope {
  readonly where: Where;
  readonly direction: Direction;
}

/** The two versions of one thing; one of them is absent where it was added or removed. */
export interface Sides {
  readonly old?: Located | undefined;
  readonly next?: Located | undefined;
}

export interface Report extends Sides, Scope {
  readonly rule: RuleId;
  readonly message: string;
  /** The receiving object is open, see `DiffRule.open`. */
  readonly open?: boolean;
}

type DocumentName = 'openapi' | 'asyncapi';

function classOf(effect: Effect): ChangeClass {
  return effect === 'additive' || effect === 'documentation' ? effect : 'breaking';
}

/** A level and every stricter one. */
function levelsOf(effects: Effects): Level[] {
  const broken = effects.filter((effect): effect is Level => classOf(effect) === 'breaking').map((level) => levels.indexOf(level));
  return broken.length === 0 ? [] : levels.slice(0, Math.max(...broken) + 1);
}

function effectsOf(rule: RuleId, direction: Direction, open: boolean): Effects {
  const row: DiffRule = rules[rule];
  const receiverIsOpen = open && row.open !== undefined;
  const effects = receiverIsOpen ? row.open : row[direction];
  if (!effects) throw new Error(`Rule "${rule}" has no effects for direction "${direction}": add them to the table.`);
  return effects;
}

interface Collected {
  readonly report: Report;
  readonly wheres: Set<Where>;
  readonly documents: Set<DocumentName>;
}

/** Gathers changes. The same change met in several endpoints, bindings or documents is one. */
export class Collector {
  readonly #collected = new Map<string, Collected>();
  #document: DocumentName = 'openapi';

  /** Names the document that is compared next. */
  enter(document: DocumentName): void {
    this.#document = document;
  }

  add(report: Report): void {
    const key = JSON.stringify([
      report.rule,
      report.old?.pointer,
      report.next?.pointer,
      report.direction,
      report.open ?? false,
      report.message,
    ]);
    const known = this.#collected.get(key) ?? { report, wheres: new Set(), documents: new Set() };
    known.wheres.add(report.where);
    known.documents.add(this.#document);
    this.#collected.set(key, known);
  }

  /** Whether a document has shown no change so far. */
  isSilent(document: DocumentName): boolean {
    return ![...this.#collected.values()].some(({ documents }) => documents.has(document));
  }

  /** Sorted by pointer, rule, direction and message. */
  changes(): Change[] {
    return [...this.#collected.values()]
      .map(changeOf)
      .map((change) => [sortKey(change), change] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
      .map(([, change]) => change);
  }
}

function sortKey({ pointers, rule, direction, message }: Change): string {
  return [pointers.next ?? pointers.old ?? '', rule, direction, message].join('\u0000');
}

function changeOf({ report, wheres, documents }: Collected): Change {
  const { rule, old, next, direction, message, open = false } = report;
  const effects = effectsOf(rule, direction, open);
  const [where] = wheres;
  return {
    rule,
    documents: [...documents].toSorted((left, right) => (left < right ? 1 : -1)),
    pointers: { ...(old ? { old: old.pointer } : {}), ...(next ? { next: next.pointer } : {}) },
    where: wheres.size === 1 && where !== undefined ? where : 'shared',
    direction,
    consumer: classOf(effects[0]),
    producer: classOf(effects[1]),
    levels: levelsOf(effects),
    message,
    fix: rules[rule].fix,
  };
}
