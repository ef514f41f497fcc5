import type { KeyboardEvent } from "react";
import { Link } from "react-router";

import type { Request } from "../../api/model.ts";
import { paths } from "../../paths.ts";
import { useOpenRow } from "../../table/open-row.ts";
import { goToRow } from "../../table/row-keys.ts";

const steps = new Map<string, 1 | -1>([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

interface OpeningLinkProps {
  readonly request: Request;
  /** True if there is room beside the list; otherwise the link leads to the page of the request. */
  readonly isWide: boolean;
}

/** A link that opens a request beside its list. While a request is open, the arrow keys open the next or previous one. */
export function OpeningLink({ request: { key, number }, isWide }: OpeningLinkProps) {
  const { open, searchOf } = useOpenRow();
  if (!isWide) return <Link to={paths.request(key)}>{number}</Link>;
  const follow = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    if (open === undefined || step === undefined) return;
    event.preventDefault();
    goToRow(step);
  };
  return (
    <Link
      to={{ search: searchOf(key) }}
      // "Back" leaves the open request, without a step for each row that the user went through.
      replace={open !== undefined}
      aria-current={open === undefined ? undefined : open === key}
      onKeyDown={follow}
    >
      {number}
    </Link>
  );
}
