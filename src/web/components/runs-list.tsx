// All runs of the store, the one begun last first: what was asked, how far it is, and what was found. Those that are marked are compared.

import { count } from "../../evaluation/number-format.ts";
import { adjust, chosen } from "../chosen.ts";
import { runs } from "../view-state.ts";
import { ChoiceLink } from "./choice-link.tsx";

export function RunsList() {
  const all = runs.value;
  const compared = chosen.value.getAll("compare");
  const mark = (run: string, isMarked: boolean) => {
    const others = compared.filter((one) => one !== run);
    adjust({ compare: isMarked ? [...others, run] : others }, true);
  };
  return (
    <main class="runs">
      <h1>Runs</h1>
      {all === undefined && <p class="empty">Asking the server …</p>}
      {all?.length === 0 && (
        <p class="empty">
          This store holds no run yet. <code>agon run FILE</code> makes one, and it appears here at once.
        </p>
      )}
      {compared.length > 0 && (
        <p class="compare">
          <ChoiceLink to={{ side: compared }}>Side by side: {count(compared.length, "run")}</ChoiceLink>
        </p>
      )}
      <ol>
        {all?.map(({ run, title, state, begun, cells: { planned, done }, variants, finding, failure }) => (
          <li key={run}>
            <h2>
              <ChoiceLink to={{ run }}>{title}</ChoiceLink>
            </h2>
            <p class="when">
              <span class={`run-state ${state}`}>{state}</span> <time dateTime={begun}>{moment(begun)}</time>
            </p>
            {failure !== undefined && <p class="failure">{failure.split("\n")[0]}</p>}
            {(failure === undefined || finding !== null) && <p class="says">{finding?.text ?? "No report yet."}</p>}
            <p class="about">
              <label class="mark-run">
                <input
                  type="checkbox"
                  aria-label={`compare ${title}, ${run}`}
                  checked={compared.includes(run)}
                  onChange={(event) => mark(run, event.currentTarget.checked)}
                />
                compare
              </label>
              <code>{run}</code> {count(variants.length, "variant")},{" "}
              {done < planned ? `${done} of ${count(planned, "cell")}` : count(done, "cell")}
              {done < planned && (
                <progress class="run-bar" value={done} max={planned} aria-label={`${done} of ${planned} cells`} />
              )}
            </p>
          </li>
        ))}
      </ol>
    </main>
  );
}

/** Day and time as the reader's machine writes them. */
const moment = (begun: string): string =>
  new Date(begun).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
