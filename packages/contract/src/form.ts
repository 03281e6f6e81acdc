import type { IssueList } from './issue.ts';
import type { Path } from './path.ts';

/** What a value has to look like: said in words, and checked. Reports every place that does not. */
export interface Form {
  readonly what: string;
  readonly check: (value: unknown, path: Path, issues: IssueList) => void;
}

export const text: Form = scalar('a string', (value) => typeof value === 'string');
export const flag: Form = scalar('a boolean', (value) => typeof value === 'boolean');
export const amount: Form = scalar('a number', (value) => typeof value === 'number');
export const anything: Form = { what: 'any JSON value', check: () => undefined };

/** One of the listed texts or null. */
export function oneOf(...values: readonly (string | null)[]): Form {
  return scalar(values.map((value) => JSON.stringify(value)).join(' or '), (value) => values.includes(value as string));
}

/** A value of the first form when it is `null` or a string, of the second form otherwise. */
export function either(simple: Form, other: Form): Form {
  return {
    what: `${simple.what} or ${other.what}`,
    check: (value, path, issues) => (value === null || typeof value === 'string' ? simple : other).check(value, path, issues),
  };
}

export function listOf(item: Form): Form {
  const what = `a list, each ${item.what}`;
  return {
    what,
    check: (value, path, issues) => {
      if (Array.isArray(value)) value.forEach((part, index) => item.check(part, [...path, index], issues));
      else refuse(what, path, issues);
    },
  };
}

/** An object whose keys are names that the author chooses. */
export function mapOf(values: Form): Form {
  const what = 'an object';
  return {
    what,
    check: (value, path, issues) => {
      if (isRecord(value)) Object.entries(value).forEach(([key, part]) => values.check(part, [...path, key], issues));
      else refuse(what, path, issues);
    },
  };
}

/** An object of exactly these fields. */
export function struct(required: Readonly<Record<string, Form>>, optional: Readonly<Record<string, Form>> = {}): Form {
  const what = `an object with ${Object.keys(required).join(', ') || 'optional fields only'}`;
  return {
    what,
    check: (value, path, issues) => {
      if (!isRecord(value)) return refuse(what, path, issues);
      for (const [key, form] of Object.entries(required)) {
        if (!Object.hasOwn(value, key)) issues.add('malformed-definition', [...path, key], `It is missing; expected ${form.what}.`);
      }
      for (const [key, part] of Object.entries(value)) {
        const form = Object.hasOwn(required, key) ? required[key] : Object.hasOwn(optional, key) ? optional[key] : undefined;
        if (form === undefined)
          issues.add('malformed-definition', [...path, key], `There is no such field; known are ${known(required, optional)}.`);
        else form.check(part, [...path, key], issues);
      }
    },
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function known(...fields: readonly Readonly<Record<string, Form>>[]): string {
  return fields.flatMap((part) => Object.keys(part)).join(', ');
}

function scalar(what: string, holds: (value: unknown) => boolean): Form {
  return {
    what,
    check: (value, path, issues) => {
      if (!holds(value)) refuse(what, path, issues);
    },
  };
}

function refuse(what: string, path: Path, issues: IssueList): void {
  issues.add('malformed-definition', path, `It is not ${what}.`);
}
