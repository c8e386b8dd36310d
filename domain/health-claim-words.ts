/**
 * Wording about a food supplement that regulators and payment providers penalize, and why. Sources:
 * US 21 CFR 101.93(g) (a supplement may not claim to diagnose, mitigate, treat, cure or prevent a
 * disease), the FTC's Health Products Compliance Guidance (2022), and the restricted-business lists
 * of card and wallet providers. Guidance for the owner, not legal advice.
 */
export interface HealthClaimRule {
  /** The explanation shown to the owner. */
  reason: string;
  /** Whole words, or prefixes if they end in `*`; case-insensitive. */
  words: readonly string[];
}

export const healthClaimRules: readonly HealthClaimRule[] = [
  {
    reason: 'Says that it acts on an illness. Only a medicine may say that.',
    words: [
      'cure*',
      'curing',
      'heal',
      'heals',
      'healing',
      'treat',
      'treats',
      'treating',
      'treatment*',
      'prevent*',
      'diagnos*',
      'mitigat*',
      'remedy',
      'remedies',
      'therapy',
      'therapies',
      'therapeutic*',
      'medicinal*',
      'antidote*',
    ],
  },
  {
    reason: 'Names an illness or a symptom of one, which makes the sentence a disease claim.',
    words: [
      'alzheimer*',
      'anaemia',
      'anemia',
      'anxiety',
      'arthritis',
      'asthma',
      'cancer*',
      'cholesterol',
      'covid*',
      'dementia',
      'depression',
      'diabetes',
      'diabetic*',
      'erectile',
      'fatty liver',
      'flu',
      'heart disease',
      'high blood pressure',
      'hypertension',
      'impotence',
      'infection*',
      'infertility',
      'inflammation',
      'insomnia',
      'migraine*',
      'obesity',
      'osteoporosis',
      'parkinson*',
      'stroke',
      'tumor*',
      'tumour*',
      'ulcer*',
    ],
  },
  {
    reason: 'Likens it to a drug or to a body process that only drugs may claim.',
    words: [
      'anti-inflammatory',
      'antibacterial',
      'antibiotic*',
      'antidepressant*',
      'antiviral*',
      'boosts testosterone',
      'increases testosterone',
      'detoxif*',
      'painkiller*',
      'pain relief',
      'steroid*',
      'viagra',
    ],
  },
  {
    reason: 'Promises what no one can prove for everyone.',
    words: [
      '100% effective',
      'anti-aging',
      'anti-ageing',
      'clinically proven',
      'doctor recommended',
      'fda approved',
      'fda-approved',
      'guaranteed results',
      'instant results',
      'miracle*',
      'no side effects',
      'risk-free',
      'scientifically proven',
    ],
  },
];
