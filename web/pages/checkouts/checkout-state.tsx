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

/** How far a check-out has come, as a word that can be told apart without its colour. */
export function CheckoutState({ status }: { readonly status: CheckoutStatus }) {
  const say = useText();
  return (
    <Label isCompact status={looks[status]}>
      {say(`checkout.status.${status}`)}
    </Label>
  );
}
