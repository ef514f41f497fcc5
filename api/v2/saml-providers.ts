import { samlProviders as resource } from "#domain/resources/saml-providers.ts";
import { addSamlProvider, removeSamlProvider, updateSamlProvider } from "#operations/saml/change-saml-providers.ts";

import { verb } from "../odata/entity-set.ts";
import { resourceSet } from "./resource-set.ts";

/** Identity providers that identify users by SAML. */
export const samlProviders = resourceSet(resource, {
  create: { ...verb(addSamlProvider), status: 201 },
  update: { ...verb(updateSamlProvider), status: 204 },
  remove: { ...verb(removeSamlProvider), status: 204 },
});
