import { corpus, type Case } from './corpus.ts';
import { judgesOf, type Verdicts } from './judges/judges.ts';
import { brokenRule, type StrictnessRule } from './strictness.ts';
import type { Subject } from './subjects.ts';

/** A case, what everybody says about it, and the rule by which the decoder alone refuses it. */
export interface Examined {
  readonly case: Case;
  readonly verdicts: Verdicts;
  readonly second: boolean;
  /** Set where both printings accept and a rule of strictness refuses. */
  readonly rule: StrictnessRule | undefined;
}

export interface Examination {
  readonly subject: Subject;
  readonly cases: readonly Examined[];
  /** One line for each case on which somebody disagrees for no listed reason. */
  readonly disagreements: readonly string[];
}

export async function examine(subject: Subject, options: { readonly seed: number; readonly values: number }): Promise<Examination> {
  const { judge, second } = await judgesOf(subject);
  const cases = corpus(subject.schemas, options).map((one): Examined => {
    const verdicts = judge(one);
    const rule = verdicts.openapi ? brokenRule(JSON.parse(one.text), one.text) : undefined;
    return { case: one, verdicts, second: second(one), rule };
  });
  return { subject, cases, disagreements: cases.flatMap(disagreement) };
}

/** Both printings and the second validator say the same; the decoder says it too, in every form of its input, or refuses by the rule's code. */
function disagreement({ case: one, verdicts, second, rule }: Examined): readonly string[] {
  const { openapi, asyncapi, decoder, bytes, parsed, is } = verdicts;
  const accepts = openapi && rule === undefined;
  const acceptsParsed = openapi && (rule === undefined || !rule.inParsed);
  const wrong = [
    ...(asyncapi === openapi ? [] : ['asyncapi']),
    ...(second === openapi ? [] : ['hyperjump']),
    ...((decoder === undefined) === accepts && (rule === undefined || decoder === rule.code) ? [] : ['decoder']),
    ...((bytes === undefined) === accepts ? [] : ['decoder of bytes']),
    ...((parsed === undefined) === acceptsParsed ? [] : ['decoder of parsed values']),
    ...(is === acceptsParsed ? [] : ['guard']),
    ...(one.mutator !== 'none' || accepts ? [] : ['generator']),
  ];
  if (wrong.length === 0) return [];
  const said = `openapi ${openapi}, asyncapi ${asyncapi}, hyperjump ${second}, decoder ${decoder ?? 'accepts'}, rule ${rule?.code ?? 'none'}`;
  return [`${wrong.join(', ')}: ${one.schema} by ${one.mutator} (${said}): ${one.text.slice(0, 400)}`];
}
