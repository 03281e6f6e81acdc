import { FORM_DEFECTS, REFUSAL_DEFECTS } from './answer-defects.ts';
import type { Defect } from './defect.ts';
import { DELIVERY_DEFECTS } from './delivery-defects.ts';

/** The host without a defect; whoever convicts it is wrong. */
export const NULL_DEFECT: Defect = { id: 'none', summary: 'does everything right', behaviour: {} };

export const ALL_DEFECTS: readonly Defect[] = [NULL_DEFECT, ...DELIVERY_DEFECTS, ...REFUSAL_DEFECTS, ...FORM_DEFECTS];
