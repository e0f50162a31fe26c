// All channels that the world reports: by variant, and by agent of a chosen variant.

import type { Channel, Over } from "../../core/channel.ts";
import { decimalsFor, withoutRounding, words } from "../../evaluation/number-format.ts";
import type { AgentReport, ReportData, VariantReport } from "../../lab/report/report-data.ts";
import { choiceOf } from "../chosen.ts";
import { TableBox } from "./boxes.tsx";
import { EstimateValue } from "./estimate-value.tsx";
import { Selector } from "./selector.tsx";
import { VariantMark } from "./variant-mark.tsx";

const OVER: Readonly<Record<Over, string>> = { sum: "sum over steps", mean: "mean over steps", last: "at the end" };
/** Returns the unit of a channel, if any, and how an episode's value is computed, or that it is measured once per seed. */
const howOf = ({ unit, over, measured }: Channel): string =>
  `${unit === "" ? "" : `${unit}, `}${measured === true ? "once a seed" : OVER[over]}`;
const NONE = { mean: null, low: null, high: null };

export function Channels({ data }: { readonly data: ReportData }) {
  const channels = channelsOf(data.variants);
  const names = data.variants.map(({ name }) => name);
  const chosen = choiceOf("agents", names, names[0] ?? "");
  const variant = data.variants.find(({ name }) => name === chosen.value);
  return (
    <>
      <TableBox label="Channels by variant">
        <table class="channels">
          <caption>
            <span>Mean over agents of an episode's value, with 95&nbsp;% intervals over seeds.</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">channel</th>
              {data.variants.map(({ name }, index) => (
                <th key={name} scope="col" class="number">
                  <span class="name">
                    <VariantMark index={index} />
                    {name}
                  </span>
                </th>
              ))}
              <th scope="col" class="meaning">
                meaning
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => {
              const estimates = withoutRounding(data.variants.map(({ outcomes }) => outcomes[channel.name] ?? NONE));
              const decimals = decimalsFor(estimates);
              return (
                <tr key={channel.name} data-channel={channel.name}>
                  <th scope="row">
                    <span class="name">{words(channel.name)}</span> <span class="settings">{howOf(channel)}</span>
                  </th>
                  {estimates.map((estimate, k) => (
                    <td key={data.variants[k].name} class="number">
                      <EstimateValue estimate={estimate} decimals={decimals} />
                    </td>
                  ))}
                  <td class="meaning">{channel.meaning}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableBox>
      <h3>By agent</h3>
      <div class="controls">
        <Selector
          label="Variant"
          chosen={chosen}
          options={data.variants.map(({ name }) => ({ value: name, label: name }))}
        />
      </div>
      {variant !== undefined && <AgentsTable variant={variant} all={data.variants} />}
    </>
  );
}

interface AgentsTableProps {
  readonly variant: VariantReport;
  /** All variants: rounding errors show beside their values. */
  readonly all: readonly VariantReport[];
}

function AgentsTable({ variant, all }: AgentsTableProps) {
  const columns = [
    {
      ...{ name: "pay", unit: "sum over steps", among: all.map(({ pay }) => pay) },
      of: (agent: AgentReport) => agent.pay,
    },
    // Measures that are taken once per seed belong to no agent.
    ...variant.channels
      .filter(({ measured }) => measured !== true)
      .map((channel) => ({
        name: channel.name,
        unit: howOf(channel),
        among: all.map(({ outcomes }) => outcomes[channel.name] ?? NONE),
        of: (agent: AgentReport) => agent.outcomes[channel.name] ?? NONE,
      })),
  ].map(({ of, among, ...column }) => {
    const estimates = withoutRounding(variant.agents.map(of), [...variant.agents.map(of), ...among]);
    return { ...column, estimates, decimals: decimalsFor(estimates) };
  });
  return (
    <TableBox label={`Channels by agent of ${variant.name}`}>
      <table class="agents">
        <caption>
          <span>Each agent of {variant.name}, with 95&nbsp;% intervals over seeds.</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">agent</th>
            {columns.map(({ name, unit }) => (
              <th key={name} scope="col" class="number">
                {words(name)}
                <span class="unit">{unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variant.agents.map((agent, k) => (
            <tr key={agent.id} data-agent={agent.id}>
              <th scope="row">
                <span class="name">{agent.label}</span> <span class="settings">{agent.policy}</span>
              </th>
              {columns.map(({ name, estimates, decimals }) => (
                <td key={name} class="number">
                  <EstimateValue estimate={estimates[k]} decimals={decimals} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** Returns the channels of all variants; variants with other worlds may report others. */
const channelsOf = (variants: readonly VariantReport[]): Channel[] => [
  ...new Map(variants.flatMap(({ channels }) => channels).map((channel) => [channel.name, channel])).values(),
];
