// Published and independently recomputed numbers of the twenty worlds, as data: what the study and the golden tests compare
// with. Source: the Coopetition-Gym v1 release (arXiv 2605.02063), run as released (float32 constants) unless said.

/** Totals of one scripted episode: over agents and steps for each reward, and what else the release reports of it. */
export interface ScriptRow {
  readonly environment: string;
  readonly script: ScriptName;
  readonly steps: number;
  /** True where the world ended the episode before its horizon. */
  readonly terminated: boolean;
  readonly private: number;
  readonly integrated: number;
  readonly cooperative: number;
  /** Integrated pay of agent 0: over the episode, and of its first step. */
  readonly firstAgentTotal: number;
  readonly firstAgentFirstStep: number;
  /** Mean trust and reputation damage off the diagonal at the end. */
  readonly meanTrust: number;
  readonly meanReputation: number;
}

export type ScriptName = "A" | "B" | "C" | "D";

/** The four scripts: share of its own endowment that agent `i` invests at step `t`, from 0. */
export const SCRIPTS: Readonly<Record<ScriptName, (t: number, i: number) => number>> = {
  A: () => 0.5,
  B: (t) => (t % 10 === 9 ? 0.33 : 0.72),
  C: (t, i) => 0.05 + 0.09 * ((7 * t + 3 * i) % 11),
  D: (_t, i) => (i === 0 ? 0.12 : 0.66),
};

/** World parameters under which the numbers hold, where they are not the defaults. */
export const WORLD_PARAMETERS: Readonly<Record<string, { readonly gamma: number }>> = {
  "synergy-search": { gamma: 0.5 },
};

/** Columns are those of a `ScriptRow` from its script on. */
const scriptTable: Readonly<Record<string, readonly (readonly [ScriptName, number, boolean, ...number[]])[]>> = {
  "trust-dilemma": [
    ["A", 100, false, 29227.301, 46266.818, 46266.818, 23133.4091, 196.5536, 1, 0],
    ["B", 100, false, 28003.198, 31975.744, 31975.744, 15987.8721, 186.9674, 0.073718, 0.857312],
    ["C", 10, true, 2772.018, 2972.145, 2972.145, 1489.4623, 151.8328, 0.036379, 0.902207],
    ["D", 100, false, 27709.258, 35196.746, 35196.746, 22374.0051, 193.2894, 0.5, 0.5],
  ],
  "partner-hold-up": [
    ["A", 100, false, 28588.278, 45857.942, 45857.942, 20217.7523, 186.0993, 0.999988, 0],
    ["B", 40, true, 10864.209, 13444.911, 13444.911, 6709.6803, 173.5515, 0.121117, 0.834569],
    ["C", 6, true, 1651.731, 1840.962, 1840.962, 996.7567, 170.8039, 0.129288, 0.816786],
    ["D", 3, true, 851.212, 984.342, 984.342, 586.2321, 193.8552, 0.359681, 0.454438],
  ],
  "platform-ecosystem": [
    ["A", 100, false, 74864.452, 143478.33, 143478.33, 32588.3729, 281.191, 0.999904, 0],
    ["B", 100, false, 71109.566, 134549.574, 134549.574, 30447.1619, 257.8723, 0.999903, 0],
    ["C", 12, true, 8551.827, 11193.92, 11193.92, 2805.5004, 277.8299, 0.172772, 0.812597],
    ["D", 4, true, 2979.48, 3940.826, 3940.826, 1217.6876, 298.8799, 0.595666, 0.181699],
  ],
  "dynamic-partner-selection": [
    ["A", 50, false, 37606.858, 107314.143, 107314.143, 17885.6905, 265.7551, 0.999162, 0],
    ["B", 50, false, 34198.617, 55100.826, 55100.826, 9183.4711, 237.0759, 0.082702, 0.913483],
    ["C", 50, false, 36006.215, 39423.174, 39423.174, 6598.8769, 238.4473, 0.006686, 0.971246],
    ["D", 50, false, 35495.673, 88588.448, 88588.448, 17523.6091, 266.6695, 0.832635, 0.166667],
  ],
  "recovery-race": [
    ["A", 150, false, 43090.952, 59507.618, 59507.618, 29753.8092, 164.9665, 0.873455, 0.110726],
    ["B", 150, false, 40983.299, 42691.677, 42691.677, 21345.8384, 155.5175, 0.03553, 0.959993],
    ["C", 150, false, 41058.569, 41202.338, 41202.338, 20595.6376, 145.8372, 0.002043, 0.987134],
    ["D", 150, false, 41141.75, 48389.747, 48389.747, 29392.3925, 166.5324, 0.436728, 0.555363],
  ],
  "synergy-search": [
    ["A", 100, false, 28227.301, 41769.364, 41769.364, 20884.682, 183.1246, 0.999988, 0],
    ["B", 100, false, 26641.198, 29907.774, 29907.774, 14953.8872, 171.0224, 0.126528, 0.862177],
    ["C", 100, false, 26943.138, 27349.348, 27349.348, 13681.8778, 158.2477, 0.009468, 0.968116],
    ["D", 100, false, 27146.409, 33194.165, 33194.165, 20636.5545, 183.5606, 0.499994, 0.5],
  ],
  slcd: [
    ["A", 100, false, 28977.301, 49870.045, 49870.045, 23450.9333, 208.6755, 0.999916, 0],
    ["B", 100, false, 27662.698, 47623.463, 47623.463, 22413.5063, 198.0716, 0.999916, 0],
    ["C", 100, false, 27595.047, 28943.696, 28943.696, 14586.8921, 196.722, 0.017306, 0.938236],
    ["D", 100, false, 27568.546, 35442.458, 35442.458, 22695.49, 204.1751, 0.499958, 0.5],
  ],
  "renault-nissan": [
    ["A", 100, false, 29324.208, 45685.249, 45685.249, 21605.8299, 197.9964, 0.996398, 0.002652],
    ["B", 100, false, 28121.862, 43820.617, 43820.617, 20747.5733, 189.0031, 0.996397, 0.002652],
    ["C", 100, false, 27905.366, 28909.139, 28909.139, 14048.6211, 181.0108, 0.017331, 0.946148],
    ["D", 100, false, 27548.645, 34192.123, 34192.123, 20661.9975, 190.5045, 0.498199, 0.501326],
  ],
  "cooperative-negotiation": [
    ["A", 100, false, 28727.301, 43947.985, 43947.985, 21973.9924, 187.8765, 0.999999, 0],
    ["B", 100, false, 22876.199, 25772.152, 25772.152, 12886.076, 177.1152, 0.066885, 0.914267],
    ["C", 100, false, 27377.744, 27655.132, 27655.132, 13833.3865, 153.3289, 0.004148, 0.982634],
    ["D", 100, false, 27427.834, 34166.309, 34166.309, 21478.505, 186.715, 0.499999, 0.5],
  ],
  "reputation-market": [
    ["A", 100, false, 62886.429, 146965.689, 146965.689, 29393.1377, 222.618, 0.999987, 0],
    ["B", 100, false, 71904.224, 93075.704, 93075.704, 18615.1409, 198.998, 0.089333, 0.898608],
    ["C", 100, false, 51814.099, 54148.719, 54582.016, 10705.9821, 141.4334, 0.007431, 0.971023],
    ["D", 100, false, 62810.29, 126846.32, 131039.035, 12108.313, 158.8532, 0.799989, 0.2],
  ],
  "team-production": [
    ["A", 100, false, 37689.771, 97079.219, 97079.219, 24269.8049, 179.7324, 0.999987, 0],
    ["B", 100, false, 36881.617, 56258, 56258, 14064.4999, 175.6204, 0.155369, 0.799118],
    ["C", 100, false, 34924.293, 38010.784, 37964.524, 9522.7081, 131.227, 0.016222, 0.938345],
    ["D", 100, false, 35086.455, 76830.401, 77150.765, 20687.2941, 152.1257, 0.74999, 0.25],
  ],
  "loyalty-team": [
    ["A", 100, false, 45227.725, 116495.068, 116495.068, 29123.7671, 215.6789, 0.999987, 0],
    ["B", 100, false, 47978.408, 73295.002, 73295.002, 18323.7505, 233.5049, 0.155369, 0.799118],
    ["C", 100, false, 30918.13, 33638.569, 33472.186, 8391.5931, 72.9039, 0.016222, 0.938345],
    ["D", 100, false, 34333.216, 73194.214, 75113.192, 11492.9415, 84.5143, 0.74999, 0.25],
  ],
  "coalition-formation": [
    ["A", 150, false, 110329.877, 404633.906, 404633.906, 67438.9843, 308.0027, 1, 0],
    ["B", 150, false, 116331.117, 204425.443, 204425.443, 34070.9072, 331.1563, 0.154134, 0.799887],
    ["C", 150, false, 75506.725, 83876.22, 83463.732, 13985.65, 102.7646, 0.017006, 0.93442],
    ["D", 150, false, 85471.041, 270401.256, 275436.252, 13752.322, 122.1351, 0.833333, 0.166667],
  ],
  "apache-project": [
    ["A", 60, false, 260836.359, 5436868.076, 5436868.076, 135921.7019, 1390.845, 0.999101, 0],
    ["B", 60, false, 272270.99, 2628115.591, 2628115.591, 65702.8898, 1477.0074, 0.174018, 0.787285],
    ["C", 60, false, 179686.216, 483575.938, 482638.126, 11950.7268, 473.6485, 0.017404, 0.933398],
    ["D", 60, false, 228914.691, 4661093.063, 4662473.787, 54915.9542, 561.0484, 0.974124, 0.025],
  ],
  "public-goods": [
    ["A", 100, false, 56047.157, 173801.825, 173801.825, 34760.365, 247.7273, 0.999987, 0],
    ["B", 100, false, 59246.751, 100924.433, 100924.433, 20184.8865, 267.0972, 0.155369, 0.799118],
    ["C", 100, false, 38328.064, 42708.484, 42507.701, 8531.2523, 80.2999, 0.016034, 0.940292],
    ["D", 100, false, 44116.442, 116588.72, 118624.399, 13813.6507, 97.784, 0.799989, 0.2],
  ],
  "reciprocal-dilemma": [
    ["A", 100, false, 28978.337, 42815.3, 42815.3, 21407.6502, 185.3907, 0.999987, 0],
    ["B", 100, false, 27707.657, 40940.24, 40940.24, 20470.1198, 175.5671, 0.999987, 0],
    ["C", 100, false, 27594.194, 28412.175, 28411.756, 14246.372, 174.4993, 0.022036, 0.930567],
    ["D", 100, false, 27569.335, 33688.22, 33688.195, 20920.9111, 184.0921, 0.499993, 0.5],
  ],
  "gift-exchange": [
    ["A", 100, false, 27199.139, 41691.045, 41691.014, 19237.9892, 172.0122, 0.999987, 0],
    ["B", 100, false, 26138.667, 40025.069, 40023.772, 18388.2182, 162.6591, 0.999987, 0],
    ["C", 100, false, 25862.545, 26673.296, 26672.676, 13970.6106, 162.0026, 0.021396, 0.930566],
    ["D", 100, false, 26257.521, 30712.269, 30712.288, 19144.7746, 173.3064, 0.499993, 0.5],
  ],
  "indirect-reciprocity": [
    ["A", 150, false, 82062.102, 177579.77, 177579.77, 44394.9425, 229.1817, 1, 0],
    ["B", 150, false, 76926.508, 166493.614, 166493.614, 41623.4034, 210.3254, 1, 0],
    ["C", 150, false, 78107.766, 82704.531, 82702.82, 20688.1322, 221.0178, 0.026533, 0.923095],
    ["D", 150, false, 78243.56, 143875.078, 143875.048, 43789.501, 231.0417, 0.75, 0.25],
  ],
  "graduated-sanction": [
    ["A", 200, false, 160870.49, 436054.574, 436054.574, 72675.7624, 265.2635, 1, 0],
    ["B", 200, false, 148576.319, 200980.538, 200980.538, 33496.7563, 240.6394, 0.13258, 0.862183],
    ["C", 200, false, 153585.972, 159956.773, 159955.941, 26683.8867, 238.1417, 0.01286, 0.941888],
    ["D", 200, false, 152417.486, 363792.423, 363792.401, 71182.3476, 265.7136, 0.833333, 0.166667],
  ],
  "apple-app-store": [
    ["A", 66, false, 24227.359, 43752.502, 43752.395, 12686.0077, 175.0467, 0.999618, 0],
    ["B", 66, false, 23115.878, 41514.294, 41510.054, 11930.1152, 162.3099, 0.999612, 0],
    ["C", 66, false, 22959.22, 24333.38, 24332.586, 8927.7847, 171.4735, 0.028465, 0.90085],
    ["D", 66, false, 23742.697, 28919.453, 28919.496, 12991.4473, 180.9547, 0.666412, 0.333333],
  ],
};

/** The reference table: four scripts in each of the twenty worlds. */
export const SCRIPT_ROWS: readonly ScriptRow[] = Object.entries(scriptTable).flatMap(([environment, rows]) =>
  rows.map(([script, steps, terminated, ...numbers]) => {
    const [own, integrated, cooperative, firstAgentTotal, firstAgentFirstStep, meanTrust, meanReputation] = numbers;
    const totals = { private: own, integrated, cooperative, firstAgentTotal, firstAgentFirstStep };
    return { environment, script, steps, terminated, ...totals, meanTrust, meanReputation };
  }),
);

/** Constant play: every agent invests `level` percent of the largest endowment, clipped to its own. */
export interface ConstantRow {
  readonly environment: string;
  /** Integrated totals at 25, 50, 75 and 100 percent. */
  readonly totals: readonly [quarter: number, half: number, threeQuarters: number, full: number];
  /** Best integrated and best private total among the whole percents, and where they lie. */
  readonly best: number;
  readonly bestLevel: number;
  readonly bestPrivate: number;
  readonly bestPrivateLevel: number;
}

const constantTable: Readonly<Record<string, readonly [...ConstantRow["totals"], number, number, number, number]>> = {
  "trust-dilemma": [946.81, 46266.82, 43647.96, 40303.94, 46829.8, 42, 29654.29, 40],
  "partner-hold-up": [1027.02, 45320.36, 41833.18, 38699.9, 46871.16, 36, 29164.8, 35],
  "platform-ecosystem": [4037.68, 138285.88, 127604.9, 116649.15, 148393.25, 31, 75733.02, 30],
  "dynamic-partner-selection": [41694.99, 107314.14, 94021.04, 78963.25, 112780.83, 37, 40999.46, 19],
  "recovery-race": [44332.29, 59507.62, 55562.79, 50669.05, 60794, 37, 44323.77, 28],
  "synergy-search": [29371.76, 41769.36, 38581.44, 34715.66, 42511.01, 42, 29283.35, 26],
  slcd: [29858.05, 49870.05, 46827.01, 42996.15, 51011.23, 33, 29689.79, 29],
  "renault-nissan": [29931.02, 45471.51, 42667.47, 39871.41, 46462.97, 32, 29849.55, 30],
  "cooperative-negotiation": [29600.63, 43947.98, 41034.62, 37420.46, 44920.57, 37, 29549.18, 28],
  "reputation-market": [29530.29, 146965.69, 163761.46, 140066.25, 171198.07, 62, 72928.72, 62],
  "team-production": [37255.68, 97079.22, 94382.67, 89390.46, 97143.66, 47, 37719.43, 46],
  "loyalty-team": [18627.84, 116495.07, 126000.87, 123358.83, 126214.88, 66, 49001.18, 66],
  "coalition-formation": [35866.22, 404633.91, 434186.8, 421151.69, 436587.81, 61, 119042.35, 61],
  "apache-project": [147310.04, 5436868.08, 5751661.75, 5484825.87, 5831330.69, 61, 279758.74, 61],
  "public-goods": [23310.46, 173801.83, 187096.2, 182165.9, 187799.03, 63, 60560.74, 63],
  "reciprocal-dilemma": [29743.98, 42815.3, 40186.2, 36880.26, 43806.21, 33, 29690.48, 29],
  "gift-exchange": [32537.51, 41435.61, 38721.49, 36416.14, 42466.77, 32, 27690.88, 29],
  "indirect-reciprocity": [86945.29, 177579.78, 160752.55, 140951.3, 185721, 32, 86582.34, 23],
  "graduated-sanction": [172336.59, 436054.58, 389494.91, 335484.87, 447887.89, 42, 171719.21, 21],
  "apple-app-store": [30393.3, 43175.27, 39665.25, 36716.52, 45015.83, 32, 24866.58, 25],
};

/** The table of constant policies. */
export const CONSTANT_ROWS: readonly ConstantRow[] = Object.entries(constantTable).map(
  ([environment, [quarter, half, threeQuarters, full, best, bestLevel, bestPrivate, bestPrivateLevel]]) => ({
    environment,
    totals: [quarter, half, threeQuarters, full],
    best,
    bestLevel,
    bestPrivate,
    bestPrivateLevel,
  }),
);

/**
 * Constants that reach a threshold of their world exactly, so that the last bit decides: a market standing of 0.80 after
 * 12 steps, a loyalty of 0.15 after 28. The release's float32 falls on one side of it, float64 on the other.
 */
export const KNIFE_EDGES: readonly { readonly environment: string; readonly level: number }[] = [
  { environment: "reputation-market", level: 75 },
  { environment: "coalition-formation", level: 25 },
];

/**
 * Deviation audit under integrated pay: every agent invests 20, 40, 60, 80 percent of agent 0's endowment and agent 0
 * halves its own; 1 where agent 0 gains and the others' mean falls.
 */
export const AUDIT_BITS: Readonly<Record<string, string>> = {
  "trust-dilemma": "0111",
  "partner-hold-up": "0000",
  "platform-ecosystem": "0010",
  "dynamic-partner-selection": "0110",
  "recovery-race": "0110",
  "synergy-search": "0111",
  slcd: "0110",
  "renault-nissan": "0010",
  "cooperative-negotiation": "0110",
  "reputation-market": "0000",
  "team-production": "0001",
  "loyalty-team": "0000",
  "coalition-formation": "0000",
  "apache-project": "0000",
  "public-goods": "0000",
  "reciprocal-dilemma": "0110",
  "gift-exchange": "0110",
  "indirect-reciprocity": "0110",
  "graduated-sanction": "0111",
  "apple-app-store": "0110",
};

/** Exact coopetitive equilibria without trust (independent solution of the first-order conditions), by seat. */
export const EQUILIBRIA: Readonly<Record<string, readonly number[]>> = {
  "trust-dilemma": [26.777778, 26.777778],
  "partner-hold-up": [24.903466, 26.245338],
  "platform-ecosystem": [25.898812, 25.599694, 25.599694, 25.599694, 25.599694],
  "dynamic-partner-selection": [17.864629, 17.864629, 17.864629, 17.864629, 17.864629, 17.864629],
  "synergy-search": [23.615385, 23.615385],
  "renault-nissan": [27.171832, 27.923849],
  "recovery-race": [25.058632, 25.058632],
  "cooperative-negotiation": [25.058632, 25.058632],
  slcd: [26.633377, 27.399142],
  "reputation-market": [17.907563, 17.907563, 17.907563, 17.907563, 17.907563],
};

/** Free-riding effort per head of the team worlds where it is interior (arXiv 2601.16237). */
export const FREE_RIDING: Readonly<Record<string, number>> = {
  "team-production": 34.23998,
  "loyalty-team": 34.23998,
  "coalition-formation": 5.908421,
  "apache-project": 0.002918352,
};

/** Actions of the released Oracle_ReciprocityEquilibrium, whose minimiser stops up to 0.02 beside the optimum. */
export const RECIPROCITY_EQUILIBRIA: Readonly<Record<string, readonly number[]>> = {
  "reciprocal-dilemma": [25.17, 25.17],
  "gift-exchange": [25.23, 26.5],
  "indirect-reciprocity": [19.77, 19.77, 19.77, 19.77],
  "graduated-sanction": [16.38, 16.38, 16.38, 16.38, 16.38, 16.38],
  "apple-app-store": [21.55, 21.97, 21.87],
};

/** Integrated totals of the released Oracle_BoundedReciprocity. */
export const BOUNDED_RECIPROCITY: Readonly<Record<string, number>> = {
  "reciprocal-dilemma": 43606.999,
  "gift-exchange": 42246.973,
  "indirect-reciprocity": 184654.763,
  "graduated-sanction": 446962.774,
  "apple-app-store": 44492.859,
};

/** Integrated totals that the platform reports for Oracle_Loyalty, and by how much its best learner (ISAC) exceeds them. */
export const PUBLISHED_TEAMS: Readonly<Record<string, { readonly loyalty: number; readonly learner: number }>> = {
  "team-production": { loyalty: 89390, learner: 0.0129 },
  "loyalty-team": { loyalty: 123359, learner: 0.0062 },
  "coalition-formation": { loyalty: 421152, learner: 0.0081 },
  "apache-project": { loyalty: 5484826, learner: 0.01 },
  "public-goods": { loyalty: 182166, learner: 0.0066 },
};
