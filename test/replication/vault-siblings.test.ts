import { expect, test } from "vitest";

import { vaultTree, type TreeEntry } from "#domain/vault/vault-tree.ts";

import { ModelNode, type Write } from "./model-node.ts";

const [here, there] = ["n1", "n2"].map((name) => new ModelNode(name, [], () => Date.UTC(2026, 10, 1))) as [
  ModelNode,
  ModelNode,
];
const entry = (key: string, parent: string): Write => ({
  table: "vaultEntries",
  key,
  operation: "insert",
  values: { account: "a", parent, status: "U", openedAt: null, refusal: null },
});
const confirmed = (key: string): Write => ({
  table: "vaultEntries",
  key,
  operation: "update",
  values: { status: "C", openedAt: 5 },
});

function exchange(): void {
  for (const [to, from] of [
    [here, there],
    [there, here],
  ] as const)
    to.apply(from.answer(to.asking(from.name, 100)));
}

function treeAt(node: ModelNode) {
  const entries = node.living("vaultEntries").map((key): TreeEntry => {
    const { status, openedAt, parent } = node.row("vaultEntries", key)?.values ?? {};
    return {
      key,
      parentKey: parent === "" ? null : String(parent),
      origin: "randomized",
      status: status as TreeEntry["status"],
      createdAt: 1,
      openedAt: openedAt as number | null,
      refusedAt: null,
      refusal: null,
    };
  });
  const { state, toTry } = vaultTree(entries);
  return { state, toTry: toTry.map(({ key }) => key).toSorted() };
}

test("passwords that two nodes made for one account are both kept, and the account is uncertain until one is verified", () => {
  here.write(entry("first", ""));
  here.write(confirmed("first"));
  exchange();
  here.write(entry("ours", "first"));
  there.write(entry("theirs", "first"));
  exchange();
  for (const node of [here, there]) expect(treeAt(node)).toEqual({ state: "U", toTry: ["first", "ours", "theirs"] });
  here.write(confirmed("ours"));
  there.write(confirmed("theirs"));
  exchange();
  for (const node of [here, there])
    expect(treeAt(node)).toEqual({ state: "conflict", toTry: ["first", "ours", "theirs"] });
});
