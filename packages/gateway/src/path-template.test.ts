import { expect, test } from 'vitest';
import { compilePath } from './path-template.ts';

test.each([
  ['/desk', '/desk', {}],
  ['/desk', '/desk?x=1', {}],
  ['/desk', '/desk/', null],
  ['/desk/{room}', '/desk/a%2Fb', { room: 'a/b' }],
  ['/desk/{room}', '/desk/', null],
  ['/desk/{room}', '/desk/%zz', null],
  ['/desk/{room}/x', '/desk/a/y', null],
  ['/{__proto__}', '/p', { ['__proto__']: 'p' }],
])('[B3.1] %s against %s', (template, target, expected) => {
  const values = compilePath(template)(target);
  expect(values === null ? null : Object.entries(values)).toEqual(expected === null ? null : Object.entries(expected));
});
