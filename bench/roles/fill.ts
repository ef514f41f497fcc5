import type { Store } from "#store/store.ts";
import { grantsOfPerson, largeKey } from "#test/roles/large-role-world.ts";

/** People between two who differ. */
const differingEvery = 500;

/**
 * Makes some people of a large world differ: one of them has an attribute of another role, one lacks a membership, and one has a membership
 * beyond their roles.
 */
export async function makeDifferences(store: Store, people: number): Promise<void> {
  const [foreign] = await store.select("grants", { where: { key: largeKey("8", grantsOfPerson - 1) } });
  for (let first = 1; first + 2 < people; first += differingEvery) {
    const [moved, lacking, beyond] = [first, first + 1, first + 2];
    await store.transaction(async () => {
      const [attribute] = await store.select("userAttributes", {
        where: { userKey: largeKey("1", moved), name: "department" },
      });
      await store.save("userAttributes", { key: attribute?.key ?? "", value: "d0" });
      await store.save("grants", { key: largeKey("8", lacking * grantsOfPerson + grantsOfPerson - 1), endedAt: 1 });
      await store.add("grants", {
        key: largeKey("c", beyond),
        kind: "membership",
        userKey: largeKey("1", beyond),
        targetSystemKey: foreign?.targetSystemKey ?? "",
        accountKey: largeKey("9", beyond),
        groupKey: foreign?.groupKey ?? null,
        because: "discovered",
        from: 1,
      });
    });
  }
}
