// Published test warriors of Core War in Redcode, in the words of ICWS'94.

const lines = (text: string): string => `${text.split(" / ").join("\n")}\n`;

export const PROGRAMS = {
  dwarf: lines("ADD.AB #4,$3 / MOV.I $2,@2 / JMP.B $-2,$0 / DAT.F #0,#0"),
  imp: lines("MOV.I $0,$1"),
  scan: lines(
    "ADD.F $10,$1 / SNE.I $20,$32 / JMP.B $-2,$0 / MOV.AB $-2,$6 / SUB.BA #6,$-3 / MOV.I $6,>4 / DJN.B $-1,#14 / ADD.AB #14,$-1 / JMZ.B $-8,#0 / DAT.F #0,#0 / DAT.F #3044,#3044 / SPL.B $0,$0",
  ),
  paper: lines("SPL.B $1,$0 / SPL.B $1,$0 / SPL.B @0,}800 / MOV.I }-1,>-1 / MOV.I }-2,>-2 / JMZ.F *-3,*-3"),
  spray: lines(
    "ORG 1 / DAT.F #0,#300 / SPL.B $0,<-20 / MOV.I $5,>-2 / MOV.I $4,{-3 / ADD.X $2,$-4 / DJN.F $-3,<-30 / DAT.F #7,#11 / DAT.F <2667,<-2666",
  ),
} as const;

export type ProgramName = keyof typeof PROGRAMS;
