export default { serverExternalPackages: ["bursar"] }
