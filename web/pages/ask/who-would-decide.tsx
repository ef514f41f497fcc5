import type { CataloguePhase } from "../../api/model.ts";
import { PersonName } from "../../components/person-name.tsx";
import { useText } from "../../messages/text.ts";

/** Approvers of an item, phase by phase, shown before the request is submitted. */
export function WhoWouldDecide({ phases }: { readonly phases: readonly CataloguePhase[] }) {
  const say = useText();
  if (phases.length === 0) return <p>{say("ask.nobodyDecides")}</p>;
  return (
    <section>
      <h4>{say("ask.whoDecides")}</h4>
      <ol className="gatehouse-timeline">
        {phases.map(({ sequence, authorizers, words }) => (
          <li key={sequence}>
            {authorizers.map(({ kind, person, userClass }, index) => (
              <span key={`${kind} ${person?.key ?? ""} ${userClass ?? ""}`}>
                {index === 0 ? "" : ", "}
                {person === null ? (
                  say(`authorizer.${kind}`, { userClass: userClass ?? "none" })
                ) : (
                  <PersonName person={person} />
                )}
              </span>
            ))}
            <div className="gatehouse-small" lang="en">
              {words}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
