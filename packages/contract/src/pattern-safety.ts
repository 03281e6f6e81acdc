import { type CharSet, JS, TooManyNodesError } from 'refa';

type Expression = JS.ParseResult['expression'];
type Element = Expression['alternatives'][number]['elements'][number];
/** An expression, a group, a quantifier's body or an assertion. */
type Alternatives = Pick<Expression, 'alternatives'>;

/** One character of the expression; `next` lists a follower once for each way to it. */
interface Position {
  readonly characters: CharSet;
  readonly next: number[];
}

/** What an automaton of one part (Glushkov's construction) offers to its neighbours. */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

/** Above this many copies of one part, a repetition is judged as one without end: nobody waits for 2^16 steps either. */
const MAX_COPIES = 16;
/** Of more copies that have to be there, this many stand for all. */
const REQUIRED_COPIES = 64;
const MAX_POSITIONS = 2_000;
/** Pairs of positions that are looked at: some tenths of a second. */
const MAX_PAIRS = 200_000;
const EMPTY: Fragment = { first: [], last: [], nullable: true };

class TooLarge extends Error {}

/**
 * Why an ECMA-262 expression with the `u` flag may take time exponential in the length of a text, or undefined where it does not: some text
 * of it can be repeated, and each repetition read in two ways, so that a text which fails in the end is read in every combination of them.
 * It judges the expression without its assertions, each of which it judges for itself. What is too large to be judged is refused.
 */
export function unsafePattern(source: string): string | undefined {
  try {
    const { expression } = JS.Parser.fromLiteral({ source, flags: 'u' }).parse({ backreferences: 'unknown', maxBackreferenceWords: 0 });
    const pending: Alternatives[] = [expression];
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      const automaton = new Automaton((assertion) => pending.push(assertion));
      automaton.add(part);
      if (automaton.repeatsAmbiguously()) return 'A text that fails can be read in exponentially many ways';
    }
    return undefined;
  } catch (error) {
    if (error instanceof TooLarge || error instanceof TooManyNodesError) return 'It is too large to be judged';
    throw error;
  }
}

class Automaton {
  readonly #positions: Position[] = [];
  readonly #aside: (assertion: Alternatives) => void;
  #repeatsNothing = false;

  constructor(aside: (assertion: Alternatives) => void) {
    this.#aside = aside;
  }

  /** The alternatives of an expression, a group or an assertion. */
  add(part: Alternatives): Fragment {
    return this.#either(part.alternatives.map(({ elements }) => this.#sequence(elements.map((element) => () => this.#element(element)))));
  }

  /** Whether a position comes back to itself in two ways with one text: from the pair of it with itself over a pair of two, or twice the same. */
  repeatsAmbiguously(): boolean {
    if (this.#repeatsNothing) return true;
    const components = this.#components();
    return this.#positions.some((position, start) => {
      const inside = (next: number): boolean => components[next] === components[start];
      if (position.next.some((next, index) => inside(next) && position.next.indexOf(next) !== index)) return true;
      return this.#partsAndMeets(start, inside);
    });
  }

  #element(element: Element): Fragment {
    switch (element.type) {
      case 'CharacterClass':
        return this.#character(element.characters);
      case 'Quantifier':
        return this.#quantifier(element, element.min, element.max);
      case 'Assertion':
        this.#aside(element);
        return EMPTY;
      // A reference to what was read before: it may be empty, and it chooses nothing.
      case 'Unknown':
        return EMPTY;
      default:
        return this.add(element);
    }
  }

  #character(characters: CharSet): Fragment {
    const index = this.#positions.push({ characters, next: [] }) - 1;
    if (index >= MAX_POSITIONS) throw new TooLarge();
    return { first: [index], last: [index], nullable: false };
  }

  /** X{min,max}: copies, each optional one within the one before, or a last copy without end. */
  #quantifier(part: Alternatives, min: number, max: number): Fragment {
    const copy = (): Fragment => this.add(part);
    const endless = max - min > MAX_COPIES;
    const required = Array.from({ length: Math.min(min, REQUIRED_COPIES) }, () => copy);
    if (endless)
      return this.#sequence(min === 0 ? [() => this.#loop(copy(), true)] : [...required.slice(1), () => this.#loop(copy(), false)]);
    const optional = (left: number): Fragment =>
      left === 0 ? EMPTY : this.#either([this.#sequence([copy, () => optional(left - 1)]), EMPTY]);
    const whole = this.#sequence([...required, () => optional(max - min)]);
    // Which of many copies is the empty one can be chosen in exponentially many ways.
    if (min > MAX_COPIES && whole.nullable && whole.first.length > 0) this.#repeatsNothing = true;
    return whole;
  }

  #loop(body: Fragment, nullable: boolean): Fragment {
    this.#connect(body, body);
    return { ...body, nullable: nullable || body.nullable };
  }

  #sequence(parts: readonly (() => Fragment)[]): Fragment {
    let whole: Fragment = EMPTY;
    for (const make of parts) {
      const part = make();
      this.#connect(whole, part);
      whole = {
        first: whole.nullable ? [...whole.first, ...part.first] : whole.first,
        last: part.nullable ? [...whole.last, ...part.last] : part.last,
        nullable: whole.nullable && part.nullable,
      };
    }
    return whole;
  }

  #either(parts: readonly Fragment[]): Fragment {
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      nullable: parts.some(({ nullable }) => nullable),
    };
  }

  #connect(from: Fragment, to: Fragment): void {
    for (const last of from.last) this.#positions[last]?.next.push(...to.first);
  }

  /** Which positions reach each other, by the number of the first of them. */
  #components(): readonly number[] {
    const reached = this.#positions.map((_, start) => {
      const seen = new Set<number>();
      const pending = [start];
      for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
        for (const next of this.#positions[at]?.next ?? []) {
          if (seen.has(next)) continue;
          seen.add(next);
          pending.push(next);
        }
      }
      return seen;
    });
    return reached.map((from, start) => reached.findIndex((seen, other) => other === start || (seen.has(start) && from.has(other))));
  }

  /** Whether two readings of one text leave `start` together, part, and are both at `start` again. */
  #partsAndMeets(start: number, inside: (next: number) => boolean): boolean {
    const size = this.#positions.length;
    const seen = new Set<number>();
    const pending: (readonly [left: number, right: number, parted: boolean])[] = [[start, start, false]];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      const [left, right, parted] = pair;
      for (const one of this.#positions[left]?.next ?? []) {
        for (const other of this.#positions[right]?.next ?? []) {
          if (!inside(one) || !inside(other) || !this.#overlap(one, other)) continue;
          if (parted && one === start && other === start) return true;
          const apart = parted || one !== other;
          const key = ((apart ? size : 0) + one) * size + other;
          if (seen.has(key)) continue;
          if (seen.add(key).size > MAX_PAIRS) throw new TooLarge();
          pending.push([one, other, apart]);
        }
      }
    }
    return false;
  }

  #overlap(one: number, other: number): boolean {
    const [left, right] = [this.#positions[one], this.#positions[other]];
    return one === other || (left !== undefined && right !== undefined && !left.characters.isDisjointWith(right.characters));
  }
}
