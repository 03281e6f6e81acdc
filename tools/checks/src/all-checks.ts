import { ambientFacilities } from './checks/ambient-facilities.ts';
import { dependencyNotes } from './checks/dependency-notes.ts';
import { docPaths } from './checks/doc-paths.ts';
import { entryWeight } from './checks/entry-weight.ts';
import { errorTables } from './checks/error-tables.ts';
import { exportsStyle } from './checks/exports-style.ts';
import { forbiddenText } from './checks/forbidden-text.ts';
import { generatedDrift } from './checks/generated-drift.ts';
import { generatedFences } from './checks/generated-fences.ts';
import { goldenOrphans } from './checks/golden-orphans.ts';
import { importCycles } from './checks/import-cycles.ts';
import { importDirection } from './checks/import-direction.ts';
import { manifests } from './checks/manifests.ts';
import { packageImports } from './checks/package-imports.ts';
import { requirementIds } from './checks/requirement-ids.ts';
import { sizeBudget } from './checks/size-budget.ts';
import { testHygiene } from './checks/test-hygiene.ts';
import type { Check } from './finding.ts';

/** In the order in which they run and print. */
export const ALL_CHECKS: readonly Check[] = [
  importDirection,
  packageImports,
  importCycles,
  entryWeight,
  exportsStyle,
  ambientFacilities,
  sizeBudget,
  forbiddenText,
  testHygiene,
  requirementIds,
  goldenOrphans,
  errorTables,
  manifests,
  dependencyNotes,
  docPaths,
  generatedFences,
  generatedDrift,
];
