// Usual column names in logs: those of exchanges, spreadsheets and public data sets (iPinYou, Criteo, eBay). Case, blanks and punctuation
// are ignored: "Bid Price" equals bidprice.

import { BIDS, CLICKS, IMPRESSIONS, type LogKind, TOUCHES, TRAFFIC } from "./kinds.ts";

const words = (all: string): readonly string[] => all.split(/\s+/);

/** Names of columns that occur in every kind of log. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  time: words(
    "timestamp ts datetime date when at bidtime eventtime requesttime createdat occurredat utctime epoch zeit zeitpunkt zeitstempel datum fecha horodatage",
  ),
  auction: words(
    "auctionid auctionno bidid requestid reqid impressionid impid lot lotid listing listingid item itemid transactionid auktion auktionsid auktionsnr subasta enchere enchère enchèren enchereno numéroenchère",
  ),
  bidder: words(
    "bidderid biddername advertiser advertiserid advertisername buyer buyerid buyername dsp dspid seat seatid account bieter werbetreibender werbekunde postor comprador anunciante acheteur enchérisseur annonceur",
  ),
  value: words(
    "bid bidprice bidamount bidvalue biddingprice amount offer maxbid bidcpm cpm gebot gebotspreis gebotsbetrag puja mise montantmise",
  ),
  quality: words("ctr pctr clickprobability predictedctr klickrate klickwahrscheinlichkeit"),
  price: words(
    "payprice payingprice winprice winningprice clearingprice marketprice secondprice pricepaid preis zuschlagspreis",
  ),
  chance: words(
    "pctr ctr predictedctr clickprobability pclick probability successprobability klickrate klickwahrscheinlichkeit wahrscheinlichkeit",
  ),
  click: words("clicked clicks isclick klick klicks geklickt"),
  request: words("requestid reqid job jobid jobname task taskid"),
  option: words("optionid way mode alternative plan"),
  reward: words("revenue payoff earns utility"),
  impression: words("impressionid impid requestid"),
  advertiser: words("advertiserid advertisername"),
  journey: words("journeyid user userid uid customer customerid visitor visitorid cookie cookieid"),
  channel: words("channelname campaign campaignid medium source utmsource"),
  converted: words("conversion converts purchase purchased isconversion"),
  end: words("endtime conversiontime conversiontimestamp"),
  cost: words("spend touchcost kosten"),
  bid: words("bidprice bidamount biddingprice bidvalue gebot"),
  won: words("win iswon iswin winner gewonnen gagné gagne ganado"),
  worth: words("predictedvalue expectedvalue"),
  propensity: words("bidpropensity"),
  other: words("otherbid newbid"),
};

/** Names that mean something else in one kind of log. */
const OF_KIND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [BIDS.name]: {
    value: words("revenue conversionvalue"),
    chance: words("winprobability pwin winrate"),
    price: words("cost"),
  },
  [IMPRESSIONS.name]: { price: words("cost") },
  // Among them those of SUMO and of public recordings from above a road.
  [TRAFFIC.name]: {
    frame: words("frameid framenumber step timestep moment"),
    car: words("carid vehicle vehicleid veh vehid trackid id agent agentid fahrzeug"),
    position: words("pos x s localy longitudinal station"),
    lane: words("laneid lanenumber laneindex spur"),
    speed: words("v vvel velocity xvelocity geschwindigkeit"),
    type: words("drivertype style"),
  },
  // Among them those of Open Bandit, and of Yandex's and Baidu's logs for learning to rank.
  [CLICKS.name]: {
    page: words("pageid pageview pageviewid session sessionid serp serpid view viewid searchid impressionid requestid"),
    query: words("queryid qid searchterm keyword"),
    item: words("itemid doc docs docid docids document documentid url urlmd5 product productid asin result resultid"),
    position: words("positions pos rank slot"),
    click: words("clicks clicked isclick isclicked"),
    propensity: words("propensityscore pscore actionprob loggingprobability"),
    other: words("otherposition newposition otherrank newrank"),
    score: words("newscore otherscore"),
    chance: words("otherpropensity targetpropensity evaluationpropensity"),
  },
  [TOUCHES.name]: { time: words("clicktime touchtime") },
};

/** Normalises a name: lower case, without blanks and punctuation. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Normalised usual names of a kind's column, without its exact name. */
export const usualNames = (kind: LogKind, column: string): readonly string[] => {
  const own = OF_KIND[kind.name]?.[column] ?? [];
  const replaces = kind === CLICKS || (kind === BIDS && column !== "price");
  return replaces && own.length > 0 ? own : [...own, ...(USUAL[column] ?? [])];
};
