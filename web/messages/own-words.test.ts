import { expect, it } from "vitest";

import { defaultChains } from "#domain/chains/default-chains.ts";
import { builtInUserClasses } from "#domain/identity/user-classes.ts";
import { requestStatuses } from "#domain/requests/request-status.ts";
import { pluginKindNames } from "#plugins/host/plugin-kinds.ts";

import { defaultChainKey } from "../pages/chains/chain-words.ts";
import { plugInKey } from "../pages/connectors/plug-in-key.ts";
import { nextKey } from "../pages/requests/next-key.ts";
import { builtInClassKey, classDescription } from "../pages/user-classes/class-words.ts";
import german from "./own.de.json" with { type: "json" };

it("has German words for all that the API tells of the service's own, and for nothing else", () => {
  const wanted = [
    ...defaultChains.map(({ name }) => defaultChainKey(name)),
    ...Object.keys(builtInUserClasses).map(builtInClassKey),
    ...pluginKindNames.map(plugInKey),
    ...Object.keys(requestStatuses).map((status) => nextKey({ status, sentBackAt: null })),
    nextKey({ status: "W", sentBackAt: "2030-01-01T00:00:00Z" }),
  ];
  expect(Object.keys(german).toSorted()).toEqual(wanted.toSorted());
  expect(Object.values(german).filter((words) => words.trim() === "")).toEqual([]);
});

it("leaves what somebody has written of a class as it is", () => {
  const own = () => ({ words: "Alle Benutzer" });
  expect(classDescription({ id: "_ALLUSERS_", description: "Every user" }, own)).toEqual(own());
  expect(classDescription({ id: "_ALLUSERS_", description: "Everybody here" }, own)).toEqual({
    words: "Everybody here",
  });
});
