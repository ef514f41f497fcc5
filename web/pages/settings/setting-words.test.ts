import { expect, it } from "vitest";

import { notStorable, type SettingDefinition } from "#platform/settings/setting-definition.ts";
import { settingTable } from "#platform/settings/setting-table.ts";

import german from "../../messages/setting-words.de.json" with { type: "json" };
import { reasonKey, doesKey, lacksKey, takesKey } from "./setting-words.ts";

const settings: readonly SettingDefinition[] = Object.values(settingTable);

it("has German words for all that the API tells of settings, and for nothing else", () => {
  const wanted = settings.flatMap((setting) => {
    const barred = notStorable(setting);
    return [
      doesKey(setting.name),
      takesKey(setting.type),
      ...(setting.waitsFor === undefined ? [] : [lacksKey(setting.waitsFor)]),
      ...(barred === undefined ? [] : [reasonKey(barred)]),
    ];
  });
  expect(Object.keys(german).toSorted()).toEqual([...new Set(wanted)].toSorted());
});

it("has them as other words than the API's own, unless they are values", () => {
  const texts: Readonly<Record<string, string>> = german;
  expect(settings.filter(({ name, description }) => texts[doesKey(name)] === description)).toEqual([]);
  expect(Object.values(german).filter((words) => words.trim() === "")).toEqual([]);
});

it("says the same values and names of other settings as the API", () => {
  const texts: Readonly<Record<string, string>> = german;
  const names = (text: string) =>
    [...new Set(text.match(/[A-Z]+_[A-Z_]+|`[^`{]+`|[\w/.-]+\.(?:json|md|ts)\b/g))].toSorted();
  for (const { name, description } of settings) expect(names(texts[doesKey(name)] ?? "")).toEqual(names(description));
});
