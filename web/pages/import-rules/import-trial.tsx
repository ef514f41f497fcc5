import { Button, Form, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { ImportRuleTrial, ImportTrial as Tried } from "../../api/model.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** A dry run of the import rules: shows their effect now, also that of a disabled rule, and writes nothing. */
export function ImportTrial({ ruleKey = null }: { readonly ruleKey?: string | null }) {
  const say = useText();
  const [target, setTarget] = useState("");
  const targets = useQuery(targetNamesQuery).data ?? [];
  const { mutate, data, isPending, error } = useChanging<Tried>([]);
  const body = { targetSystemKey: target === "" ? null : target, ruleKey };
  return (
    <section aria-labelledby="trial-title" className="gatehouse-below">
      <Title headingLevel="h2" id="trial-title">
        {say("importTrial.title")}
      </Title>
      <p>{say(ruleKey === null ? "importTrial.explained" : "importTrial.explainedOne")}</p>
      <Form
        isWidthLimited
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate(call("POST importRules/trial", { body }));
        }}
      >
        <FormField
          id="trial-target"
          label={say("importTrial.target")}
          input={{
            is: "choice",
            choices: [
              { value: "", label: say("importTrial.everywhere") },
              ...targets.map(({ id }) => ({ value: id, label: id })),
            ],
          }}
          value={target}
          fault={faultsIn(error).get("targetSystemKey")}
          change={(value) => setTarget(String(value))}
        />
        <div>
          <Button type="submit" variant="secondary" isLoading={isPending} isDisabled={isPending}>
            {say("importTrial.try")}
          </Button>
        </div>
      </Form>
      {error === null ? null : <ErrorAlert error={error} />}
      <div role="status">
        {data === undefined || error !== null ? null : data.rules.length === 0 ? (
          say("importTrial.none")
        ) : (
          <TriedRules rules={data.rules} />
        )}
      </div>
    </section>
  );
}

function TriedRules({ rules }: { readonly rules: readonly ImportRuleTrial[] }) {
  const say = useText();
  const [rule, does, matched, changes, objects] = [
    say("importTrial.rule"),
    say("declared.importRules.action"),
    say("importTrial.matched"),
    say("importTrial.changes"),
    say("importTrial.objects"),
  ];
  return (
    <Table aria-label={say("importTrial.title")}>
      <Thead>
        <Tr>
          {[rule, does, matched, changes, objects].map((title) => (
            <Th key={title}>{title}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rules.map((one) => (
          <Tr key={one.key}>
            <Td dataLabel={rule ?? ""}>
              <Link to={paths.importRule(one.key)}>
                {say("importRule.title", {
                  sequence: one.sequence,
                  objects: say(`declared.importRules.objectType.${one.objectType}`),
                })}
              </Link>
            </Td>
            <Td dataLabel={does ?? ""}>
              {say(`declared.importRules.action.${one.action}`)} {one.policyId}
            </Td>
            <Td dataLabel={matched ?? ""}>{one.matched}</Td>
            <Td dataLabel={changes ?? ""}>{one.changes}</Td>
            <Td dataLabel={objects ?? ""}>{one.objects.map(({ name }) => name).join(", ")}</Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
