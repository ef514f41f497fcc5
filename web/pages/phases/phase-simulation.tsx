import { Button, Title } from "@patternfly/react-core";
import { useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { AuthorizationPhase, SimulationResult } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { sentPhases } from "./phases.ts";

interface PhaseSimulationProps {
  readonly resourceType: "targetSystem" | "managedGroup";
  readonly resourceKey: string;
  readonly phases: readonly AuthorizationPhase[];
}

const usualLast = 100;

/** A dry run of the phases on the page: shows the latest requests that they would have decided differently, and writes nothing. */
export function PhaseSimulation({ resourceType, resourceKey, phases }: PhaseSimulationProps) {
  const say = useText();
  const may = useMay();
  const [last, setLast] = useState<number | null>(usualLast);
  const [tried, setTried] = useState<unknown>();
  const { mutate, data, isPending, error } = useChanging<SimulationResult>([]);
  if (!may("simulations_post_create")) return null;
  return (
    <section aria-labelledby="simulation-title" className="gatehouse-below gatehouse-fields">
      <Title headingLevel="h3" id="simulation-title">
        {say("phases.simulate")}
      </Title>
      <p>{say("phases.simulateExplained")}</p>
      <FormField
        id="simulation-last"
        label={say("phases.last")}
        input={{ is: "number", min: 1 }}
        value={last}
        fault={faultsIn(error).get("last")}
        change={(value) => setLast(value as number | null)}
      />
      <div>
        <Button
          variant="secondary"
          isLoading={isPending}
          isDisabled={isPending || phases.length === 0}
          onClick={() => {
            setTried(phases);
            const body = { resourceType, resourceKey, phases: sentPhases(phases), last };
            mutate(call("POST simulations", { body }));
          }}
        >
          {say("phases.simulateNow")}
        </Button>
      </div>
      {error === null ? null : <ErrorAlert error={error} />}
      <div role="status">
        {data === undefined || error !== null || tried !== phases ? null : <Simulated result={data} />}
      </div>
    </section>
  );
}

function Simulated({ result: { looked, untold, changed } }: { readonly result: SimulationResult }) {
  const say = useText();
  return (
    <>
      <p>{say("phases.simulated", { changed: changed.length, looked })}</p>
      {untold === 0 ? null : <p>{say("phases.untold", { untold })}</p>}
      <ul className="gatehouse-plain-list">
        {changed.map(({ requestKey, number, was, would }) => (
          <li key={requestKey}>
            <Link to={paths.request(requestKey)}>{number}</Link>{" "}
            {say("phases.course", {
              was: say(`phases.course.${was.authorization}`),
              would: say(`phases.course.${would.authorization}`),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
