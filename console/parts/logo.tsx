export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4263eb" />
      <path d="M10 25V9h12v3.5h-8v3h7V19h-7v6z" fill="#fff" />
    </svg>
  );
}
