import type { ComponentChildren, JSX } from "preact";

function Icon({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

const stroke = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 1.6,
  "stroke-linecap": "round",
} as const;

export const PlayIcon = (): JSX.Element => (
  <Icon>
    <path d="M4.5 2.6v10.8L13 8z" fill="currentColor" />
  </Icon>
);
export const PauseIcon = (): JSX.Element => (
  <Icon>
    <path d="M4 3h3v10H4zM9 3h3v10H9z" fill="currentColor" />
  </Icon>
);
export const BackIcon = (): JSX.Element => (
  <Icon>
    <path d="M10 3 5 8l5 5" {...stroke} />
  </Icon>
);
export const ForwardIcon = (): JSX.Element => (
  <Icon>
    <path d="M6 3l5 5-5 5" {...stroke} />
  </Icon>
);
export const StepIcon = (): JSX.Element => (
  <Icon>
    <path d="M3 3v10l6.5-5zM11 3h2v10h-2z" fill="currentColor" />
  </Icon>
);
export const ResetIcon = (): JSX.Element => (
  <Icon>
    <path d="M3.2 8a4.8 4.8 0 1 0 1.6-3.6" {...stroke} />
    <path d="M4.6 1.8v3h3" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const UndoIcon = (): JSX.Element => (
  <Icon>
    <path d="M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.8 3.4 2.8 6.5l3 3.1" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const RedoIcon = (): JSX.Element => (
  <Icon>
    <path d="M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.2 3.4l3 3.1-3 3.1" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const PreviousIcon = (): JSX.Element => (
  <Icon>
    <path d="M10 3.5 5.5 8l4.5 4.5" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const NextIcon = (): JSX.Element => (
  <Icon>
    <path d="M6 3.5 10.5 8 6 12.5" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const MoreIcon = (): JSX.Element => (
  <Icon>
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" {...stroke} stroke-width={2.5} />
  </Icon>
);
export const CloseIcon = (): JSX.Element => (
  <Icon>
    <path d="m4 4 8 8m0-8-8 8" {...stroke} />
  </Icon>
);
export const OpenIcon = (): JSX.Element => (
  <Icon>
    <path d="M2 12.5v-9h4l1.4 1.8H14v7.2z" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const DownloadIcon = (): JSX.Element => (
  <Icon>
    <path d="M8 2v8m-3.2-3L8 10.2 11.2 7M2.8 13.5h10.4" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const UploadIcon = (): JSX.Element => (
  <Icon>
    <path d="M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.8 13.5h10.4" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const SunIcon = (): JSX.Element => (
  <Icon>
    <circle cx="8" cy="8" r="2.8" {...stroke} />
    <path
      d="M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1"
      {...stroke}
    />
  </Icon>
);
export const MoonIcon = (): JSX.Element => (
  <Icon>
    <path d="M13 9.6A5.6 5.6 0 0 1 6.4 3a5.4 5.4 0 1 0 6.6 6.6z" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const HelpIcon = (): JSX.Element => (
  <Icon>
    <path d="M5.6 6a2.4 2.4 0 1 1 3.7 2c-.9.6-1.3 1-1.3 2" {...stroke} />
    <circle cx="8" cy="12.7" r="1" fill="currentColor" />
  </Icon>
);
export const PictureIcon = (): JSX.Element => (
  <Icon>
    <path d="M2 3h12v10H2zM2.4 12l3.6-4 2.8 3 1.8-1.8 3 2.8" {...stroke} stroke-linejoin="round" />
    <circle cx="10.6" cy="5.9" r="1.1" fill="currentColor" />
  </Icon>
);
export const PencilIcon = (): JSX.Element => (
  <Icon>
    <path d="M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.4 4.4l2.2 2.2" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const CompareIcon = (): JSX.Element => (
  <Icon>
    <path d="M2.5 3h4v10h-4zM9.5 3h4v10h-4z" {...stroke} stroke-linejoin="round" />
  </Icon>
);
export const ChevronIcon = (): JSX.Element => (
  <Icon>
    <path d="m4.5 6.5 3.5 3.5 3.5-3.5" {...stroke} stroke-linejoin="round" />
  </Icon>
);

/** The logo: a function over a line, cut at a level; the area below the level is filled. */
export const Mark = (): JSX.Element => (
  <svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" focusable="false">
    <path d="M5.2 18C6 22.6 7.4 25 9.6 25c2.8 0 3.4-4 4.6-7z" class="mark-first" />
    <path d="M18 18c.9 2.6 2 4 3.8 4 2.2 0 3.4-1.6 4.5-4z" class="mark-second" />
    <path
      d="M4 9c1 10 2.6 16 5.6 16 3.8 0 3.4-14 6.8-14 2.6 0 2.2 11 5.4 11 3.6 0 4.8-6 6.2-13"
      fill="none"
      stroke="currentColor"
      stroke-width="2.4"
      stroke-linecap="round"
    />
    <path d="M2.5 18h27" stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.4 2" />
  </svg>
);
