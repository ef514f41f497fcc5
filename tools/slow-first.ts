import { relative } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

import { systemFiles } from "./system-files.ts";

/**
 * Begins with the files marked `@first`, so that no slow one is left for the end, while the other processors have nothing to do. Without
 * the times of an earlier run, vitest knows only the size of each file.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = new Set(
      systemFiles()
        .filter(({ startsFirst }) => startsFirst)
        .map(({ path }) => path),
    );
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the method of the sequencer, not that of an array
    return slowFirst(await super.sort(specifications), ({ moduleId }) => slow.has(relative(process.cwd(), moduleId)));
  }
}

/** Returns the same items in their order, those that are slow before the others. */
export function slowFirst<T>(items: readonly T[], isSlow: (item: T) => boolean): T[] {
  return [...items.filter(isSlow), ...items.filter((item) => !isSlow(item))];
}
