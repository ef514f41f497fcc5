import { expect, it } from "vitest";

import { bodyOf, nothingEntered, toggled } from "./entered-client.ts";

it("sends what was entered: addresses line by line, nothing for what is empty, and no scopes where none is chosen", () => {
  const entered = { ...nothingEntered, id: " x ", redirectUris: " https://a.example/ \n\n https://b.example/" };
  expect(bodyOf(entered)).toEqual({
    displayName: null,
    firstParty: false,
    grants: [],
    userId: null,
    postLogoutRedirectUris: [],
    redirectUris: ["https://a.example/", "https://b.example/"],
  });
  expect(bodyOf({ ...entered, scopes: ["api"] })).toMatchObject({ scopes: ["api"] });
});

it("puts something into a list once, and takes it out", () => {
  expect(toggled(["a"], "a", true)).toEqual(["a"]);
  expect(toggled(["a"], "b", true)).toEqual(["a", "b"]);
  expect(toggled(["a", "b"], "a", false)).toEqual(["b"]);
});
