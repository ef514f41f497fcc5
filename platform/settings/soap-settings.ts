import type { SettingDefinition } from "./setting-definition.ts";
import { networks } from "./setting-lists.ts";

/** The settings of SOAP. */
export const soapSettings = {
  soapNetworks: {
    name: "SOAP_NETWORKS",
    description: "Networks that may call SOAP, such as 10.0.0.0/8,::1; empty = this machine alone.",
    type: "network, network, …",
    default: "",
    schema: networks,
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
