import type { AuthChainFault } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";

/** Warnings about a valid chain, each with its place; nothing if there are none. */
export function ChainWarnings({ warnings }: { readonly warnings: readonly AuthChainFault[] }) {
  const say = useText();
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warning" title={say("chain.warnings", { count: warnings.length })}>
      <ul>
        {warnings.map(({ place, message }) => (
          <li key={`${place} ${message}`}>
            {place}: <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
