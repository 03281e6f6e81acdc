import { GATEWAY_FAULTS } from '@tidemark/gateway';
import { expect, test } from 'vitest';
import { GATEWAY_FAULT_CODES } from './index.ts';

test('[C4.3] the generator and the gateway know the same refusals by the same codes', () => {
  expect(GATEWAY_FAULT_CODES).toEqual(GATEWAY_FAULTS);
});
