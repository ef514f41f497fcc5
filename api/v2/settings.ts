import { settings as resource } from "#domain/resources/settings.ts";
import { updateSetting } from "#operations/settings/update-setting.ts";
import { settingNamed } from "#platform/settings/setting-values.ts";

import { verb } from "../odata/entity-set.ts";
import { resourceSet } from "./resource-set.ts";

const primitive = { type: "Edm.PrimitiveType", nullable: true } as const;

/** The settings, as they are in force in the process that answers. */
export const settings = resourceSet(resource, {
  properties: { value: primitive, storedValue: primitive, defaultValue: primitive },
  attachment: "settingInForce",
  canonicalKey: (written) => settingNamed(written)?.definition.name ?? written,
  update: { ...verb(updateSetting), status: 204, example: { value: 60 } },
});
