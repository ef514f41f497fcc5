import { expect, it } from "vitest";

import { builtInConnectors } from "#bin/connectors.ts";
import { addressJsonSchema } from "#connectors/contract/index.ts";

import german from "../messages/addresses.de.json" with { type: "json" };
import { addressFields } from "./address-schema.ts";
import { addressHelpKey, addressTitleKey } from "./address-words.ts";

const words: Readonly<Record<string, string>> = german;
const fields = builtInConnectors.flatMap((connector) =>
  addressFields(addressJsonSchema(connector)).map((field) => ({ id: connector.definition.id, ...field })),
);

it("has German words for each field of the built-in connectors, and for no other", () => {
  const wanted = fields.flatMap(({ id, name, help }) => [
    addressTitleKey(id, name),
    ...(help === undefined ? [] : [addressHelpKey(id, name)]),
  ]);
  expect(Object.keys(german).toSorted()).toEqual(wanted.toSorted());
  expect(Object.values(german).filter((text) => text.trim() === "")).toEqual([]);
});

it("has what is said of a field in other words than the schema", () => {
  expect(fields.filter(({ id, name, help }) => help !== undefined && words[addressHelpKey(id, name)] === help)).toEqual(
    [],
  );
});
