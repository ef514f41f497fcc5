import { expect, it } from "vitest";

import { waitingProperties } from "#domain/waiting-properties.ts";

import { definitionFields, newDefinition, sentDefinition } from "./definition-fields.ts";

it("sends null for an empty text, and what the service has for an empty number", () => {
  const emptied = { ...newDefinition, mappedAttribute: "", valueRegex: "", maxValues: null as unknown as number };
  expect(sentDefinition({ ...emptied, attribute: "mail" })).toEqual({ ...newDefinition, attribute: "mail" });
});

it("offers of an action what is honoured", () => {
  const waiting = waitingProperties.filter(({ resource }) => resource === "attributeDefinitions");
  expect(waiting.map(({ property }) => property)).toEqual(["actionOnCreate", "actionOnUpdate"]);
  for (const { property, honoured } of waiting) {
    const field = definitionFields.find(({ name }) => name === property);
    expect(field !== undefined && "values" in field ? field.values : []).toEqual(honoured);
  }
});
