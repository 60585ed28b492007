# Removes files in the temporary folder of Windows that nobody changed for DAYS days. Only counts them while DRY_RUN is true.
$ErrorActionPreference = 'Stop'
$days = if ($env:DAYS) { [double]$env:DAYS } else { 14 }
if ($days -lt 1) { 'DAYS must be 1 or more.'; exit 1 }
$before = (Get-Date).AddDays(-$days)
$folder = Join-Path $env:SystemRoot 'Temp'
# Folders that lead elsewhere are not followed.
function Get-Old([string]$path) {
    foreach ($entry in Get-ChildItem -LiteralPath $path -Force -ErrorAction SilentlyContinue) {
        if ($entry.Attributes -band [IO.FileAttributes]::ReparsePoint) { continue }
        if ($entry.PSIsContainer) { Get-Old $entry.FullName }
        elseif ($entry.LastWriteTime -lt $before) { $entry }
    }
}
$old = @(Get-Old $folder)
$size = [math]::Round([double]($old | Measure-Object -Property Length -Sum).Sum / 1MB, 1)
"$($old.Count) files of $size MiB in $folder are older than $days days."
if ($env:DRY_RUN -ne 'false') { 'Nothing was removed.'; exit 0 }
$removed = 0
foreach ($file in $old) {
    try { Remove-Item -LiteralPath $file.FullName -Force; $removed++ } catch { "In use: $($file.FullName)" }
}
"$removed files removed."
