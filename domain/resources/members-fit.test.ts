import { expect, test } from "vitest";

import * as resources from "./all.ts";

test("every member of a closed list fits into its column", () => {
  const tooLong: string[] = [];
  for (const { name, properties } of Object.values(resources))
    for (const [property, { facts }] of Object.entries(properties)) {
      const { size = Infinity, members = [] }: { readonly size?: number; readonly members?: readonly string[] } = facts;
      tooLong.push(...members.filter(({ length }) => length > size).map((member) => `${name}.${property}: ${member}`));
    }
  expect(tooLong).toEqual([]);
});
