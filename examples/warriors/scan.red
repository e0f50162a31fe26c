;redcode-94
;name scan
; Looks at every 13th cell, and bombs the first one that holds something, and the one below it.
step    equ     13
        org     look
look    add     #step, where
where   jmz.f   look, 30
        mov     bomb, @where
        mov     bomb, <where
        jmp     look
bomb    dat     #0, #0
        end
