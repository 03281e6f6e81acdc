import type { Constants } from './constants.ts';
import { block, type Layout, print } from './layout.ts';
import type { MeasureContext } from './measure-node.ts';
import { NameScope } from './names.ts';
import type { Place } from './place.ts';
import type { Plan, Unit } from './plan.ts';

/** What the functions of one unit are emitted with. */
export interface UnitContext {
  readonly unit: Unit;
  readonly plan: Plan;
  readonly constants: Constants;
}

/** The function-size rule. */
export const FUNCTION_LINES = 50;

/** Names that functions use beside the fields of an object. */
const OWN_NAMES = ['value', 'levels', 'length', 'fields', 'items', 'item', 'key', 'field'];

export function functionScope(): NameScope {
  return new NameScope(OWN_NAMES);
}

/** `measureX`. */
export function measureFunction(context: UnitContext, body: readonly Layout[]): Layout {
  return block(`function measure${context.unit.name}(value: unknown${levelsParameter(body)}): number`, body);
}

/** The parameter for levels, where a body uses it. */
export function levelsParameter(body: readonly Layout[]): string {
  return /, levels(?: - 1)?[,)]/.test(print(block('', body))) ? ', levels: number' : '';
}

/** For a value inside of the one that a function measures. */
export function nodeContext(context: UnitContext, hint: string, place: Place, fresh: () => string): MeasureContext {
  return { plan: context.plan, constants: context.constants, levels: 'levels - 1', hint: `${context.unit.name} ${hint}`, place, fresh };
}
