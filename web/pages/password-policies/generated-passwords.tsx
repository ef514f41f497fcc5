import { Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import type { GeneratedPassword } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { useShownSecret } from "../../components/use-shown-secret.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";

const forms = ["password", "passphrase"] as const;
type Form = (typeof forms)[number];
const numberMax = 10;

/** Generates passwords by the saved rules of a policy, and shows them for a minute. */
export function GeneratedPasswords({ policyId }: { readonly policyId: string }) {
  const say = useText();
  const [form, setForm] = useState<Form>("password");
  const [count, setCount] = useState(1);
  const [state, show] = useShownSecret<readonly GeneratedPassword[]>();
  const isPending = state.is === "waiting";
  const generate = async () =>
    (await askOnce(call("POST passwordPolicies()/generate", { key: policyId, body: { form, count } }))).passwords;
  return (
    <Card component="section">
      <CardTitle component="h2">{say("generated.title")}</CardTitle>
      <CardBody>
        <p>{say("generated.explained")}</p>
        <div className="gatehouse-columns">
          <FormField
            id="generated-form"
            label={say("generated.form")}
            input={{ is: "choice", choices: forms.map((value) => ({ value, label: say(`generated.${value}`) })) }}
            value={form}
            change={(value) => setForm(value as Form)}
          />
          <FormField
            id="generated-count"
            label={say("generated.count")}
            input={{ is: "number", min: 1, max: numberMax }}
            value={count}
            change={(value) => setCount(Math.min(numberMax, Math.max(1, Number(value ?? 1))))}
          />
        </div>
        <Button variant="secondary" isLoading={isPending} isDisabled={isPending} onClick={() => void show(generate)}>
          {say("generated.generate")}
        </Button>
        {state.is === "refused" ? <ErrorAlert error={state.error} /> : null}
        {(state.is === "shown" ? state.secret : []).map(({ password, bits }, index) => (
          <div key={password}>
            <SecretShownOnce secret={password} label={say("generated.number", { number: index + 1 })} />
            <div className="gatehouse-small">{say("generated.bits", { bits })}</div>
          </div>
        ))}
      </CardBody>
    </Card>
  );
}
