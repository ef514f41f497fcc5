import { Label } from "@patternfly/react-core";

import type { Policy } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";

const looks = {
  default: {},
  changed: { status: "info" },
  setAside: { status: "warning" },
} as const;

/** Where what is in force comes from. */
export function PolicyOrigin({ origin }: Pick<Policy, "origin">) {
  const say = useText();
  return (
    <Label isCompact {...looks[origin]}>
      {say(`policy.origin.${origin}`)}
    </Label>
  );
}
