import { Button } from "@patternfly/react-core";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Analysis, ComparedAnalysis } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { BarChart } from "./bar-chart.tsx";

/** Comparison of a prediction with what came since then, made when a person asks for it. */
export function Comparison({ analysis: { key } }: { readonly analysis: Analysis }) {
  const say = useText();
  const { mutate, isPending, error, data } = useChanging<ComparedAnalysis>([]);
  return (
    <>
      <Button
        variant="secondary"
        isDisabled={isPending}
        onClick={() => mutate(call("POST analyses()/compare", { key }))}
      >
        {say("analysis.compare")}
      </Button>
      <ErrorAlert error={error} />
      <div role="status">
        {data === undefined ? null : (
          <BarChart
            title={say("analysis.compare")}
            bars={[
              { name: say("analysis.predicted"), value: data.predicted },
              { name: say("analysis.came"), value: data.came },
              { name: say("analysis.missing"), value: data.missing },
              ...(data.others === null ? [] : [{ name: say("analysis.others"), value: data.others }]),
            ]}
          />
        )}
      </div>
    </>
  );
}
