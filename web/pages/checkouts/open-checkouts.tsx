import { Card, CardBody, CardFooter, CardTitle } from "@patternfly/react-core";
import { Link } from "react-router";

import type { Checkout } from "../../api/model.ts";
import { Countdown } from "../../components/countdown.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { CheckoutActions } from "./checkout-actions.tsx";
import { CheckoutState } from "./checkout-state.tsx";
import { accountOf } from "./checkout-words.ts";

/** Open check-outs of the user, each with its end or what it waits for, and with its actions. */
export function OpenCheckouts({ checkouts }: { readonly checkouts: readonly Checkout[] }) {
  const say = useText();
  if (checkouts.length === 0) return <p>{say("checkouts.none")}</p>;
  return (
    <div className="gatehouse-columns">
      {checkouts.map((checkout) => (
        <Card key={checkout.key} component="section">
          <CardTitle component="h2">
            <Link to={paths.checkout(checkout.key)}>{accountOf(checkout, say)}</Link>{" "}
            <CheckoutState status={checkout.status} />
          </CardTitle>
          <CardBody>
            <p>{checkout.reason}</p>
            <When checkout={checkout} />
          </CardBody>
          <CardFooter>
            <CheckoutActions checkout={checkout} />
          </CardFooter>
        </Card>
      ))}
    </div>
  );
}

/** End of a check-out, or what it waits for. */
function When({ checkout: { status, expiresAt, startAt, requestKey } }: { readonly checkout: Checkout }) {
  const say = useText();
  if (status === "checkedOut" && expiresAt !== null)
    return (
      <p>
        {say("checkout.ends")} <Moment at={expiresAt} />, <Countdown until={expiresAt} />
      </p>
    );
  if (status === "requested" && requestKey !== null)
    return (
      <p>
        <Link to={paths.request(requestKey)}>{say("checkout.request")}</Link>
      </p>
    );
  return (
    <p>
      {say("checkout.waits")} {startAt === null ? null : <Moment at={startAt} />}
    </p>
  );
}
