// Play by tools: a world in words for language models, whose tool calls stand for actions.

/** A tool that a model may call. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A tool call as the model wrote it, unvalidated. Arguments that are not JSON are a text. */
export interface CalledTool {
  readonly name: string;
  readonly input: unknown;
}

/** What a seat is to do, in sentences, and its tools. */
export interface ToolPart {
  readonly task: string;
  readonly tools: readonly OfferedTool[];
}

/** How seats of a world are played by tools. It reads the state of its own copy of the world. */
export interface ToolPlay extends ToolPart {
  /** Task and tools of a seat, where seats play different parts. */
  part?(seat: number): ToolPart;
  /** Writes the action of a seat that has nothing to decide, and returns whether it is such a seat: it is then not asked. */
  idle?(seat: number, action: Float64Array): boolean;
  /** Returns what a seat is shown before its next action; nothing in it is another seat's secret. */
  shown(seat: number): string;
  /** Writes the action of a call to `action`, [actionSize]. Returns what is wrong with the call as a sentence; undefined for a legal one. */
  read(call: CalledTool, seat: number, action: Float64Array): string | undefined;
}
