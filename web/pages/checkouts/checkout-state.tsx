import { Label, type LabelProps } from "@patternfly/react-core";

import type { CheckoutStatus } from "#domain/checkouts/checkout-status.ts";

import { useText } from "../../messages/text.ts";

const looks: Readonly<Record<CheckoutStatus, NonNullable<LabelProps["status"]>>> = {
  requested: "info",
  approved: "info",
  checkedOut: "success",
  checkedIn: "custom",
  expired: "custom",
  revoked: "danger",
  denied: "danger",
  withdrawn: "custom",
};

/** State of a check-out as a label that can be distinguished without its color. */
export function CheckoutState({ status }: { readonly status: CheckoutStatus }) {
  const say = useText();
  return (
    <Label isCompact status={looks[status]}>
      {say(`checkout.status.${status}`)}
    </Label>
  );
}
