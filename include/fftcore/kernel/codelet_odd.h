/* SPDX-License-Identifier: MIT
 *
 * Codelets of 17, 19, 23, 29 and 31 points, natural order on both sides (codelet.h).
 *
 * Elements t and p - t meet in sums s and differences d; frequencies f and p - f are c - i v and
 * c + i v with c = x[0] + sum of cos(2 pi f t / p) s[t] and v = sum of sin(2 pi f t / p) d[t],
 * t = 1 .. h = (p - 1) / 2. Where products are fused that is h instructions a point, and four
 * additions: no more than a convolution of a length without such factors takes, up to 31 points.
 */
#ifndef FFTC_CODELET_ODD_H
#define FFTC_CODELET_ODD_H

#include "fftcore/kernel/complex.h"

FFTC_STRUCT(fftc_complex_17)
{
    fftc_complex v[17];
};

FFTC_STRUCT(fftc_complex_19)
{
    fftc_complex v[19];
};

FFTC_STRUCT(fftc_complex_23)
{
    fftc_complex v[23];
};

FFTC_STRUCT(fftc_complex_29)
{
    fftc_complex v[29];
};

FFTC_STRUCT(fftc_complex_31)
{
    fftc_complex v[31];
};

/* cos and sin of 2 pi (j + 1) / p, j < h. */
FFTC_STRUCT(fftc_odd_roots)
{
    fftc_real cosine[15];
    fftc_real sine[15];
};

/* Number f t modulo p of them, by t + 1 and f + 1: which, and whether it is p less than that. */
FFTC_FN fftc_uniform fftc_odd_which(fftc_uniform p, fftc_uniform f, fftc_uniform t)
{
    fftc_uniform turn = (f + 1u) * (t + 1u) % p;
    return (2u * turn < p ? turn : p - turn) - 1u;
}

FFTC_FN fftc_uniform fftc_odd_back(fftc_uniform p, fftc_uniform f, fftc_uniform t)
{
    return 2u * ((f + 1u) * (t + 1u) % p) < p ? 0u : 1u;
}

FFTC_FN fftc_odd_roots fftc_odd_roots_17(void)
{
    fftc_odd_roots w;
    w.cosine[0] = FFTC_REAL(0.932472229404355804573116);
    w.sine[0] = FFTC_REAL(0.361241666187152948744715);
    w.cosine[1] = FFTC_REAL(0.739008917220659115924534);
    w.sine[1] = FFTC_REAL(0.673695643646557211712692);
    w.cosine[2] = FFTC_REAL(0.445738355776538267396458);
    w.sine[2] = FFTC_REAL(0.895163291355062322067016);
    w.cosine[3] = FFTC_REAL(0.0922683594633019952396511);
    w.sine[3] = FFTC_REAL(0.995734176295034521871191);
    w.cosine[4] = FFTC_REAL(-0.273662990072082863539078);
    w.sine[4] = FFTC_REAL(0.961825643172819070408796);
    w.cosine[5] = FFTC_REAL(-0.602634636379256389178588);
    w.sine[5] = FFTC_REAL(0.798017227280239503332805);
    w.cosine[6] = FFTC_REAL(-0.850217135729614152134144);
    w.sine[6] = FFTC_REAL(0.526432162877355800244608);
    w.cosine[7] = FFTC_REAL(-0.982973099683901778281949);
    w.sine[7] = FFTC_REAL(0.183749517816570331574409);
    return w;
}

FFTC_FN fftc_odd_roots fftc_odd_roots_19(void)
{
    fftc_odd_roots w;
    w.cosine[0] = FFTC_REAL(0.945817241700634679019666);
    w.sine[0] = FFTC_REAL(0.324699469204683487407573);
    w.cosine[1] = FFTC_REAL(0.789140509396393599218981);
    w.sine[1] = FFTC_REAL(0.614212712689667817444336);
    w.cosine[2] = FFTC_REAL(0.546948158122426874711763);
    w.sine[2] = FFTC_REAL(0.837166478262528574806061);
    w.cosine[3] = FFTC_REAL(0.245485487140799148922291);
    w.sine[3] = FFTC_REAL(0.969400265939330416736107);
    w.cosine[4] = FFTC_REAL(-0.0825793454723323246003439);
    w.sine[4] = FFTC_REAL(0.996584493006669849819352);
    w.cosine[5] = FFTC_REAL(-0.401695424652969457516842);
    w.sine[5] = FFTC_REAL(0.915773326655057439919349);
    w.cosine[6] = FFTC_REAL(-0.677281571625741074762151);
    w.sine[6] = FFTC_REAL(0.735723910673131624774208);
    w.cosine[7] = FFTC_REAL(-0.879473751206489071390855);
    w.sine[7] = FFTC_REAL(0.475947393037073544431353);
    w.cosine[8] = FFTC_REAL(-0.986361303402722373602509);
    w.sine[8] = FFTC_REAL(0.164594590280733894143652);
    return w;
}

FFTC_FN fftc_odd_roots fftc_odd_roots_23(void)
{
    fftc_odd_roots w;
    w.cosine[0] = FFTC_REAL(0.962917287347799295015224);
    w.sine[0] = FFTC_REAL(0.269796771157024271245329);
    w.cosine[1] = FFTC_REAL(0.854419404546488552548216);
    w.sine[1] = FFTC_REAL(0.519583950035433578133001);
    w.cosine[2] = FFTC_REAL(0.682553143218654082874538);
    w.sine[2] = FFTC_REAL(0.730835964278124101650833);
    w.cosine[3] = FFTC_REAL(0.460065037731152126041576);
    w.sine[3] = FFTC_REAL(0.887885218402375234984269);
    w.cosine[4] = FFTC_REAL(0.203456013052633789878029);
    w.sine[4] = FFTC_REAL(0.979084087682322875632815);
    w.cosine[5] = FFTC_REAL(-0.0682424133646709759211885);
    w.sine[5] = FFTC_REAL(0.997668769190539198453578);
    w.cosine[6] = FFTC_REAL(-0.334879612170986151958115);
    w.sine[6] = FFTC_REAL(0.942260922118820495617684);
    w.cosine[7] = FFTC_REAL(-0.576680322114867141251048);
    w.sine[7] = FFTC_REAL(0.816969893010442016973414);
    w.cosine[8] = FFTC_REAL(-0.775711290704419807041101);
    w.sine[8] = FFTC_REAL(0.631087944326052789367400);
    w.cosine[9] = FFTC_REAL(-0.917211301505453017843805);
    w.sine[9] = FFTC_REAL(0.398401089846241457997880);
    w.cosine[10] = FFTC_REAL(-0.990685946036330752342323);
    w.sine[10] = FFTC_REAL(0.136166649096246590760726);
    return w;
}

FFTC_FN fftc_odd_roots fftc_odd_roots_29(void)
{
    fftc_odd_roots w;
    w.cosine[0] = FFTC_REAL(0.976620555710086683208228);
    w.sine[0] = FFTC_REAL(0.214970440211024067181953);
    w.cosine[1] = FFTC_REAL(0.907575419670957053620161);
    w.sine[1] = FFTC_REAL(0.419889101560264576973711);
    w.cosine[2] = FFTC_REAL(0.796093065705643745998076);
    w.sine[2] = FFTC_REAL(0.605174215193765165924280);
    w.cosine[3] = FFTC_REAL(0.647386284781827639181660);
    w.sine[3] = FFTC_REAL(0.762162055127636463255730);
    w.cosine[4] = FFTC_REAL(0.468408440699790139216240);
    w.sine[4] = FFTC_REAL(0.883512044446022922827317);
    w.cosine[5] = FFTC_REAL(0.267528338529220821194626);
    w.sine[5] = FFTC_REAL(0.963549992519222960043336);
    w.cosine[6] = FFTC_REAL(0.0541389085854175261499083);
    w.sine[6] = FFTC_REAL(0.998533413851123864571791);
    w.cosine[7] = FFTC_REAL(-0.161781996552764726544260);
    w.sine[7] = FFTC_REAL(0.986826522541526151768624);
    w.cosine[8] = FFTC_REAL(-0.370138155339914356863981);
    w.sine[8] = FFTC_REAL(0.928976719816791441789630);
    w.cosine[9] = FFTC_REAL(-0.561187065362382369269941);
    w.sine[9] = FFTC_REAL(0.827688998156890556135782);
    w.cosine[10] = FFTC_REAL(-0.725995491923130858138335);
    w.sine[10] = FFTC_REAL(0.687699458853423293083877);
    w.cosine[11] = FFTC_REAL(-0.856857176167589244523077);
    w.sine[11] = FFTC_REAL(0.515553857177021739709866);
    w.cosine[12] = FFTC_REAL(-0.947653171182802444274004);
    w.sine[12] = FFTC_REAL(0.319301530135979973197234);
    w.cosine[13] = FFTC_REAL(-0.994137957154359608955303);
    w.sine[13] = FFTC_REAL(0.108119018423941763030808);
    return w;
}

FFTC_FN fftc_odd_roots fftc_odd_roots_31(void)
{
    fftc_odd_roots w;
    w.cosine[0] = FFTC_REAL(0.979529941252494493938006);
    w.sine[0] = FFTC_REAL(0.201298520088660079141529);
    w.cosine[1] = FFTC_REAL(0.918957811620230629127188);
    w.sine[1] = FFTC_REAL(0.394355855113318580101626);
    w.cosine[2] = FFTC_REAL(0.820763441207276326363545);
    w.sine[2] = FFTC_REAL(0.571268215094792279157425);
    w.cosine[3] = FFTC_REAL(0.688966919075686567800867);
    w.sine[3] = FFTC_REAL(0.724792787229119958865485);
    w.cosine[4] = FFTC_REAL(0.528964010326962457365492);
    w.sine[4] = FFTC_REAL(0.848644257494750950464104);
    w.cosine[5] = FFTC_REAL(0.347305252844820285541854);
    w.sine[5] = FFTC_REAL(0.937752132147080458429176);
    w.cosine[6] = FFTC_REAL(0.151427777504576663657468);
    w.sine[6] = FFTC_REAL(0.988468324328111399162191);
    w.cosine[7] = FFTC_REAL(-0.0506491688387127122787519);
    w.sine[7] = FFTC_REAL(0.998716507171052807146311);
    w.cosine[8] = FFTC_REAL(-0.250652532258720539314802);
    w.sine[8] = FFTC_REAL(0.968077118866204305153008);
    w.cosine[9] = FFTC_REAL(-0.440394151557634309516172);
    w.sine[9] = FFTC_REAL(0.897804539570741657136803);
    w.cosine[10] = FFTC_REAL(-0.612105982547662844146706);
    w.sine[10] = FFTC_REAL(0.790775736937698582078220);
    w.cosine[11] = FFTC_REAL(-0.758758122692790901913255);
    w.sine[11] = FFTC_REAL(0.651372482722222207454000);
    w.cosine[12] = FFTC_REAL(-0.874346616144582118827485);
    w.sine[12] = FFTC_REAL(0.485301962531081025214572);
    w.cosine[13] = FFTC_REAL(-0.954139256400048851475897);
    w.sine[13] = FFTC_REAL(0.299363122973357954008113);
    w.cosine[14] = FFTC_REAL(-0.994869323391895146321353);
    w.sine[14] = FFTC_REAL(0.101168321987432177786041);
    return w;
}

/* The same text for each of them. */
#define FFTC_DFT_ODD(name, type, roots, p)                                         \
    FFTC_FN_INLINE type name(type x)                                               \
    {                                                                              \
        fftc_odd_roots w = roots();                                                \
        type s;                                                                    \
        type y;                                                                    \
        y.v[0] = x.v[0];                                                           \
        FFTC_UNROLL                                                                \
        for (fftc_uniform t = 0u; t < (p) / 2u; ++t) {                             \
            s.v[t] = fftc_complex_add(x.v[1u + t], x.v[(p)-1u - t]);               \
            s.v[(p) / 2u + t] = fftc_complex_sub(x.v[1u + t], x.v[(p)-1u - t]);    \
            y.v[0] = fftc_complex_add(y.v[0], s.v[t]);                             \
        }                                                                          \
        FFTC_UNROLL                                                                \
        for (fftc_uniform f = 0u; f < (p) / 2u; ++f) {                             \
            fftc_complex c = fftc_complex_add_scaled(x.v[0], s.v[0], w.cosine[f]); \
            fftc_complex v = fftc_complex_scale(s.v[(p) / 2u], w.sine[f]);         \
            FFTC_UNROLL                                                            \
            for (fftc_uniform t = 1u; t < (p) / 2u; ++t) {                         \
                fftc_uniform at = fftc_odd_which(p, f, t);                         \
                c = fftc_complex_add_scaled(c, s.v[t], w.cosine[at]);              \
                if (fftc_odd_back(p, f, t) == 1u) {                                \
                    v = fftc_complex_sub_scaled(v, s.v[(p) / 2u + t], w.sine[at]); \
                } else {                                                           \
                    v = fftc_complex_add_scaled(v, s.v[(p) / 2u + t], w.sine[at]); \
                }                                                                  \
            }                                                                      \
            y.v[1u + f] = fftc_complex_sub_i(c, v);                                \
            y.v[(p)-1u - f] = fftc_complex_add_i(c, v);                            \
        }                                                                          \
        return y;                                                                  \
    }

FFTC_DFT_ODD(fftc_dft_17, fftc_complex_17, fftc_odd_roots_17, 17u)
FFTC_DFT_ODD(fftc_dft_19, fftc_complex_19, fftc_odd_roots_19, 19u)
FFTC_DFT_ODD(fftc_dft_23, fftc_complex_23, fftc_odd_roots_23, 23u)
FFTC_DFT_ODD(fftc_dft_29, fftc_complex_29, fftc_odd_roots_29, 29u)
FFTC_DFT_ODD(fftc_dft_31, fftc_complex_31, fftc_odd_roots_31, 31u)
#undef FFTC_DFT_ODD

#endif
