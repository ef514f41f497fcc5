import { settings as resource } from "#domain/resources/settings.ts";
import { updateSetting } from "#operations/settings/update-setting.ts";
import { settingNamed } from "#platform/settings/setting-values.ts";

import { verb } from "../odata/entity-set.ts";
import { resourceSet } from "./resource-set.ts";

const attached = { attached: true } as const;
const primitive = { type: "Edm.PrimitiveType", nullable: true } as const;

/** The settings, as they are in force in the process that answers. */
export const settings = resourceSet(resource, {
  properties: {
    variable: attached,
    description: attached,
    type: attached,
    value: { ...primitive, ...attached },
    origin: attached,
    storedValue: primitive,
    defaultValue: { ...primitive, ...attached },
    takesEffect: attached,
    notStorable: attached,
    waitsFor: attached,
  },
  attachment: "settingInForce",
  canonicalKey: (written) => settingNamed(written)?.definition.name ?? written,
  update: { ...verb(updateSetting), status: 204, example: { value: 60 } },
});
